import CoreGraphics
import Foundation
import MeshConvert
import MeshConvertApple
import RealityKit
import SwiftUI

/// A model, the formats with their losses, and the button that shares it.
struct ModelView: View {
    let model: Model
    @State private var format = ShareFormat.usdz
    @State private var losses: [ShareFormat: [LossGroup]] = [:]
    @State private var entity: Entity?
    @State private var message: String?

    var body: some View {
        VStack {
            if let entity {
                ModelPreview(entity: entity)
            } else {
                ProgressView(message ?? "Preparing")
            }
            Picker("Format", selection: $format) {
                ForEach(ShareFormat.allCases, id: \.self) { Text($0.rawValue.uppercased()).tag($0) }
            }
            .pickerStyle(.segmented)
            List {
                ForEach(losses[format] ?? [], id: \.self) { loss in
                    VStack(alignment: .leading) {
                        Text("\(loss.severity.rawValue): \(loss.name)")
                        Text(loss.cause).foregroundStyle(.secondary)
                    }
                }
                if losses[format]?.isEmpty == true { Text("Everything is kept.") }
            }
            if let shared = try? SharedModel(
                .document(model.document, named: model.name), named: model.name, as: format)
            {
                ShareModelLink(shared)
            }
            SaveButton(model: model, format: format)
        }
        .navigationTitle(model.name)
        .task {
            do {
                entity = try await Entity.entity(of: model.document.scene).entity
            } catch {
                message = error.localizedDescription
            }
            losses = await Reading.losses(of: model)
        }
    }
}

/// An entity in front of a camera that sees all of it.
struct ModelPreview: UIViewRepresentable {
    let entity: Entity

    func makeUIView(context: Context) -> ARView {
        let view = ARView(frame: .zero, cameraMode: .nonAR, automaticallyConfigureSession: false)
        let anchor = AnchorEntity(world: .zero)
        anchor.addChild(entity)
        let bounds = entity.visualBounds(relativeTo: nil)
        let camera = PerspectiveCamera()
        anchor.addChild(camera)
        let distance = max(bounds.boundingRadius, 0.01) * 2.5
        camera.look(at: bounds.center, from: bounds.center + [0, distance * 0.4, distance], relativeTo: nil)
        view.scene.addAnchor(anchor)
        return view
    }

    func updateUIView(_ view: ARView, context: Context) {}
}
