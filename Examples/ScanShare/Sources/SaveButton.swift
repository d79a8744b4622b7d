import Foundation
import MeshConvert
import MeshConvertApple
import MeshConvertFoundation
import SwiftUI

/// Saves a model in the app's documents, with a bar, and goes on when the app leaves the screen.
struct SaveButton: View {
    let model: Model
    let format: ShareFormat
    @State private var conversion: Conversion?
    @State private var message: String?

    var body: some View {
        if let conversion {
            ProgressView(conversion.progress)
            Button("Cancel") { conversion.cancel() }
        } else {
            Button("Save in the app's documents") { save() }
        }
        if let message { Text(message).foregroundStyle(.secondary) }
    }

    private func save() {
        let file = URL.documentsDirectory.appending(path: "\(model.id).\(format.rawValue)")
        Task {
            do {
                var options = ConvertOptions()
                options.variant = format.variant
                let conversion = try Conversion(
                    .document(model.document, named: model.name), to: file, options: options)
                self.conversion = conversion
                // Info.plist permits this identifier, with anything for the star.
                let identifier = "\(Bundle.main.bundleIdentifier ?? "").convert.\(UUID().uuidString)"
                let report = try await conversion.reportFromBackground(
                    identifier: identifier, title: model.name, subtitle: "Converting to \(format.rawValue)")
                message = report.summary
            } catch {
                message = error.localizedDescription
            }
            conversion = nil
        }
    }
}
