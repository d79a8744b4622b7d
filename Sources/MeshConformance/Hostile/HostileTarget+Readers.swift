import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel

extension HostileTarget {
    private static let pipeline = Pipeline()
    static let variants = RandomLaw().variants

    /// Names in no folder that exists: files that an input names are not looked for where the process happens to run.
    static let folder = "/nonexistent/"

    /// A reader for each extension of each format.
    static var readers: [HostileTarget] {
        pipeline.formats.filter { $0 is any ReadableFormat }.flatMap { format in
            format.descriptor.extensions.map { ending in
                HostileTarget(ending) { bytes in
                    var options = Self.options(bytes)
                    options.from = format.descriptor.id
                    return read(bytes, "hostile.\(ending)", options).failures
                }
            }
        }
    }

    /// Reads a file of any format, writes it in a variant that its bytes choose, reads that, and compares: the first law.
    static let law = HostileTarget("law", seeds: readers.map(\.name)) { converted($0, "hostile", from: nil).failures }

    /// Reads bytes under a name, converts them to a variant that they choose, or to all, and checks the law.
    ///
    /// - Returns: what is wrong, and whether the bytes were read.
    static func converted(
        _ bytes: [UInt8], _ name: String, from format: String?, toAll: Bool = false
    ) -> (isRead: Bool, failures: [String]) {
        var options = options(bytes)
        options.from = format
        var (document, failures) = read(bytes, name, options)
        guard let document else { return (false, failures) }
        let choice = digest(bytes)
        let chosen = variants[Int(choice % UInt64(variants.count))]
        for variant in toAll ? variants : [chosen] {
            let outcome = LawCheck(pipeline).check(document, to: variant, forceScene: choice >> 32 & 1 == 1)
            failures += outcome.breaches.map { "\(document.variant) → \(variant): \($0)" }
        }
        return (true, failures)
    }

    /// Reads a file of any format and plans its ways to all variants, twice.
    static let routes = HostileTarget("routes", seeds: readers.map(\.name)) { bytes in
        var (document, failures) = read(bytes, "hostile", options(bytes))
        guard let document else { return failures }
        for variant in variants {
            var forceScene = ConvertOptions()
            forceScene.forceScene = true
            guard let first = try? pipeline.route(document, to: variant, options: forceScene),
                let again = try? pipeline.route(document, to: variant, options: forceScene)
            else { continue }
            if first.losses != again.losses || first.steps != again.steps {
                failures.append("two plans from \(document.variant) to \(variant) differ")
            }
        }
        return failures
    }

    /// One thread; half of the inputs are read leniently.
    static func options(_ bytes: [UInt8]) -> ConvertOptions {
        var options = ConvertOptions()
        options.execution = Execution(threads: 1, memory: 512 << 20)
        options.reading.lenient = digest(bytes) >> 48 & 1 == 1
        return options
    }

    /// Reads bytes. A document must be a sound scene; a refusal must say where.
    static func read(
        _ bytes: [UInt8], _ name: String, _ options: ConvertOptions
    ) -> (document: Document?, failures: [String]) {
        do throws(ReadError) {
            let document = try pipeline.read(
                .bytes(bytes, name: name.contains("/") ? name : folder + name), options: options)
            do throws(SceneDefect) { try document.scene.validate() } catch {
                return (nil, ["read, but not as a sound scene: \(error.message)"])
            }
            return (document, [])
        } catch {
            if error.message.isEmpty { return (nil, ["refused without a word"]) }
            let hasPlace = error.location != .whole || bytes.isEmpty
            // These are about the file as a whole.
            let isWhole = [ReadError.Code.memoryLimit, .limitExceeded, .referenceMissing].contains(error.code)
            return (nil, hasPlace || isWhole ? [] : ["refused without a place: \(error.message)"])
        }
    }

    /// A number that depends on all bytes and on nothing else (FNV-1a, mixed).
    static func digest(_ bytes: [UInt8]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        var random = RandomSource(seed: hash)
        return random.next()
    }
}
