import Foundation
import MeshConvert
import MeshConvertApple
import MeshConvertFoundation

/// Work that must not run on the main thread.
enum Reading {
    /// Reads a file, or the mesh of a scan package. Its textures are read now: later the app may have no access.
    @concurrent static func document(_ url: URL) async throws -> Document {
        var options = ConvertOptions()
        let work = Work()
        options.work = work
        return try await withTaskCancellationHandler {
            var document = try Pipeline().document(of: url.conversionSource(), options: options)
            for index in document.scene.images.indices { document.scene.images[index].load() }
            return document
        } onCancel: {
            work.cancel()
        }
    }

    /// What each format would lose, without writing anything.
    @concurrent static func losses(of model: Model) async -> [ShareFormat: [LossGroup]] {
        let variants = ShareFormat.allCases.map(\.variant.rawValue)
        let plan = Plan(model.document, path: model.name, to: variants)
        return Dictionary(
            uniqueKeysWithValues: zip(ShareFormat.allCases, plan.targets.map { LossGroup.groups(of: $0.losses) }))
    }
}

extension SceneImage {
    /// Replaces the path of a file by its bytes.
    fileprivate mutating func load() {
        guard bytes == nil, let path, let data = try? Data(contentsOf: URL(filePath: path)) else { return }
        bytes = [UInt8](data)
        self.path = nil
    }
}
