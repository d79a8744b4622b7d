import Foundation

/// Programs that a killed receiver started and that still run.
enum Orphans {
    /// Ends those whose working folder lies below a folder. Linux only; elsewhere they end by themselves, without an
    /// effect, since their folder is gone.
    static func end(below folder: String) {
        for name in Files.names(in: "/proc") {
            guard let process = pid_t(name), process != getpid(),
                let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/cwd"),
                place.hasPrefix(folder + "/")
            else { continue }
            kill(process, SIGKILL)
        }
    }
}
