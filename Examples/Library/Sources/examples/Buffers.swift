import Foundation
import MeshConvert
import MeshConvertFoundation

/// From buffers, as a scanning app has them, into a file known by its URL, or into memory.
func buffers(_ output: URL) throws {
    var mesh = MeshArrays(
        positions: [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 0)], triangles: [0, 1, 2])
    mesh.addColors([255, 0, 0, 0, 255, 0, 0, 0, 255], components: 3)
    mesh.triangleAttributes.append(Attribute(.init(name: "label"), Column([2] as [UInt8])))
    mesh.metersPerUnit = 1
    mesh.upAxis = .y

    let source = try Source.buffers(mesh, named: "scan")
    try convert(source, to: .file(output, staging: .folder(URL.temporaryDirectory)))

    let report = try convert(source, to: .data(named: "scan.obj"))
    print("\(report.data?.count ?? 0) bytes in memory")
}
