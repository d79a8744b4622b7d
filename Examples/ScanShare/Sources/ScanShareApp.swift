import Foundation
import MeshConvert
import MeshConvertApple
import SwiftUI
import UniformTypeIdentifiers

/// Pick a model or scan a room, look at it, see what each format would lose, and share it.
@main struct ScanShareApp: App {
    var body: some SwiftUI.Scene {
        WindowGroup { StartView() }
    }
}

/// A model to look at: read from a file, or scanned.
struct Model: Hashable {
    let id = UUID()
    var name: String
    var document: Document

    static func == (a: Model, b: Model) -> Bool { a.id == b.id }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The first screen: pick a file, or scan.
struct StartView: View {
    @State private var model: Model?
    @State private var isPicking = false
    @State private var isScanning = false
    @State private var message: String?
    @State private var reading: Task<Void, Never>?

    var body: some View {
        NavigationStack {
            VStack(spacing: 24) {
                Button("Open a model") { isPicking = true }
                Button("Scan a room") { isScanning = true }
                    .disabled(!ScanView.isSupported)
                if reading != nil {
                    ProgressView("Reading")
                    Button("Cancel") { reading?.cancel() }
                }
                if let message { Text(message).foregroundStyle(.secondary) }
            }
            .navigationTitle("Scan & Share")
            .navigationDestination(item: $model) { ModelView(model: $0) }
            .sheet(isPresented: $isScanning) {
                ScanView { mesh in
                    isScanning = false
                    open(mesh)
                }
            }
        }
        .fileImporter(isPresented: $isPicking, allowedContentTypes: [.item, .folder]) { result in
            if case .success(let url) = result { open(url) }
        }
    }

    private func open(_ url: URL) {
        reading = Task {
            // The file is granted to the app only from here to the end.
            let isGranted = url.startAccessingSecurityScopedResource()
            defer { if isGranted { url.stopAccessingSecurityScopedResource() } }
            do {
                let document = try await Reading.document(url)
                model = Model(name: url.deletingPathExtension().lastPathComponent, document: document)
                message = nil
            } catch {
                message = error.localizedDescription
            }
            reading = nil
        }
    }

    private func open(_ mesh: ScanMesh) {
        model = Model(name: "Scan", document: Document(of: mesh.scene()))
    }
}
