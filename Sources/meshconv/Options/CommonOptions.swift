import ArgumentParser

/// Options of all commands.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Write one JSON document to standard output.")
    var json = false

    @Flag(name: .shortAndLong, help: "Write nothing but errors.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Write everything: all lines, codes, model paths and reasons.")
    var verbose = false
}
