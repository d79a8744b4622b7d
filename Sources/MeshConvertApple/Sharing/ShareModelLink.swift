#if canImport(SwiftUI) && canImport(CoreTransferable)
    public import SwiftUI

    /// A button that shares a model: the share sheet opens at once, and the model is converted when it is sent.
    public struct ShareModelLink: View {
        private let model: SharedModel

        /// Creates a button for a model.
        public init(_ model: SharedModel) { self.model = model }

        /// The button, with the model's name and format.
        public var body: some View {
            ShareLink(item: model, preview: SharePreview(model.name)) {
                Label("\(model.name).\(model.format.rawValue)", systemImage: "square.and.arrow.up")
            }
        }
    }
#endif
