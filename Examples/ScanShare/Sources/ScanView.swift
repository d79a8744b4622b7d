import ARKit
import CoreGraphics
import Foundation
import MeshConvert
import MeshConvertApple
import RealityKit
import SwiftUI

/// Scans with the LiDAR sensor until the button is tapped, and hands over the mesh.
struct ScanView: View {
    /// Whether the device has the sensor.
    static var isSupported: Bool { ARWorldTrackingConfiguration.supportsSceneReconstruction(.mesh) }

    let finish: (ScanMesh) -> Void
    @State private var scanner = Scanner()
    @State private var message: String?

    var body: some View {
        VStack {
            ScannerView(scanner: scanner)
            if let message { Text(message) }
            Button("Done") {
                do {
                    finish(try scanner.mesh())
                } catch {
                    message = error.localizedDescription
                }
            }
        }
    }
}

/// The view of the camera with the mesh over it.
@MainActor final class Scanner {
    let view = ARView(frame: .zero, cameraMode: .ar, automaticallyConfigureSession: false)

    func start() {
        let configuration = ARWorldTrackingConfiguration()
        configuration.sceneReconstruction = .mesh
        view.debugOptions = [.showSceneUnderstanding]
        view.session.run(configuration)
    }

    /// The mesh of all anchors so far; the session ends.
    func mesh() throws -> ScanMesh {
        let anchors = view.session.currentFrame?.anchors.compactMap { $0 as? ARMeshAnchor } ?? []
        view.session.pause()
        return try ScanMesh(anchors)
    }
}

private struct ScannerView: UIViewRepresentable {
    let scanner: Scanner

    func makeUIView(context: Context) -> ARView {
        scanner.start()
        return scanner.view
    }

    func updateUIView(_ view: ARView, context: Context) {}
}
