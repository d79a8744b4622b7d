import MeshConformance

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The target that the environment names: one program has them all, since building it with sanitizers takes long.
private let target: HostileTarget = {
    let name = getenv("MESHCONV_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = HostileTarget.named(name) else {
        print("MESHCONV_FUZZ_TARGET must be one of: \(HostileTarget.all.map(\.name).joined(separator: " "))")
        fflush(nil)  // libFuzzer ends the process without doing so.
        exit(2)
    }
    return target
}()

/// Where inputs go whose outcome is wrong though nothing crashed; nil: the first of them ends the process.
private let finds = getenv("MESHCONV_FUZZ_FINDS").map { String(cString: $0) }

/// Tries one input. What is wrong with the outcome is kept once for each kind, so that the search goes on.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    let failures = target.failures(bytes)
    guard let failure = failures.first else { return 0 }
    guard let finds else { fatalError("\(target.name): \(failures.joined(separator: "; "))") }
    // Numbers and names differ from find to find of one kind.
    let kind = failure.prefix(120).map { $0.isLetter || "[].".contains($0) ? String($0) : "-" }.joined()
    let path = "\(finds)/\(target.name)-\(kind.replacing(/-+/, with: "-").prefix(100))"
    guard access(path, F_OK) != 0, let file = fopen(path, "w") else { return 0 }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    print("FOUND \(target.name): \(failure.prefix(300))")
    fflush(nil)
    return 0
}

@_silgen_name("LLVMFuzzerMutate")
private func mutate(_ data: UnsafeMutablePointer<UInt8>?, _ count: Int, _ most: Int) -> Int

/// Changes an input: libFuzzer's way, which knows the dictionary, inside of the containers that ours knows.
@_cdecl("LLVMFuzzerCustomMutator")
public func customMutator(
    _ data: UnsafeMutablePointer<UInt8>?, _ count: Int, _ most: Int, _ seed: CUnsignedInt
) -> Int {
    guard let data, seed % 3 != 0 else { return mutate(data, count, most) }
    var mutator = Mutator(seed: UInt64(seed))
    let result = mutator.mutated(Array(UnsafeBufferPointer(start: data, count: count)), most: most) { bytes in
        let room = min(most, bytes.count + 64)
        var copy = bytes + [UInt8](repeating: 0, count: max(1, room - bytes.count))
        let count = copy.withUnsafeMutableBufferPointer { mutate($0.baseAddress, bytes.count, max(1, room)) }
        return Array(copy.prefix(count))
    }
    for (index, byte) in result.enumerated() { data[index] = byte }
    return result.count
}
