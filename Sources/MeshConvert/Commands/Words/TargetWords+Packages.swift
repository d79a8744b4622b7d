import MeshBytes
package import ScanPackages

extension TargetWords {
    /// Returns the requested package variant; nil if none is. A purpose for packages only applies if the input may be
    /// one.
    ///
    /// - Parameter input: the first input.
    package func packageVariant(of input: String?) throws(Failure) -> PackageVariant? {
        let named = variants.compactMap { PackageVariant(rawValue: $0.lowercased()) }
        let purpose = purpose.flatMap { Purpose.named($0.lowercased()) }?.packageVariant
        guard !named.isEmpty || purpose != nil && input.map(Self.mayBePackage) == true else { return nil }
        guard variants.count <= 1, named.count == variants.count else {
            throw Failure(usage: "expected one --to for a package, found \(variants.joined(separator: " and "))")
        }
        return named.first ?? purpose
    }

    /// The first given option that has a meaning for a file of a shape only, not for a package.
    package var ofShape: String? {
        let given = [
            ("--units-out", unitsOut), ("--up-out", upOut), ("--time", time), ("--clip", clip), ("--weld", weld),
            ("--normals", normals),
        ]
        return given.first { $0.1 != nil }?.0 ?? shaping.first
    }

    /// True unless the path is a regular file without a zip signature.
    private static func mayBePackage(_ path: String) -> Bool {
        guard Input.isFile(path), let input = try? Input.file(path), let start = try? input.read(0..<2) else {
            return true
        }
        return start == [0x50, 0x4B]
    }
}

extension InputWords {
    /// The first given option that has a meaning for a file of a shape only, not for a package.
    package var ofShape: String? {
        let given = [
            ("--reconstruct", reconstruction.reconstruct), ("--up", up), ("--units", units),
            ("--input-color", inputColor), ("--variant", variants.first),
        ]
        return given.first { $0.1 != nil }?.0
    }
}
