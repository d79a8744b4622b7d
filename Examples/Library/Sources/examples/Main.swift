import Foundation

@main struct Examples {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            print("usage: examples INPUT FOLDER")
            exit(64)
        }
        let (input, folder) = (arguments[1], arguments[2])
        try oneLine(input, "\(folder)/one-line.obj")
        try options(input, "\(folder)/options.ply")
        try await asynchronous(input, "\(folder)/asynchronous.stl")
        try await many([input, input], in: folder)
        try strictness(input, "\(folder)/strictness.obj")
        try buffers(URL(filePath: "\(folder)/buffers.ply"))
        try steps(input)
        try liveCloud("\(folder)/live-cloud.ply")
    }
}
