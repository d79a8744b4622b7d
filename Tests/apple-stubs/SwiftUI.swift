// swift-format-ignore-file
// The declarations of SwiftUI that MeshConvertApple and the example use (developer.apple.com/documentation/swiftui).
// For apple-typecheck.sh only: never linked, never run.
public import CoreTransferable
public import Foundation
public import UIKit
public import UniformTypeIdentifiers

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View { public var body: Never { fatalError() } }
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }
public struct TupleView<T>: View { public var body: Never { fatalError() } }
public struct EmptyView: View { nonisolated public init() {}; public var body: Never { fatalError() } }
public struct _ConditionalContent<T: View, F: View>: View { public var body: Never { fatalError() } }
@resultBuilder public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)> { fatalError() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<T: View, F: View>(first: T) -> _ConditionalContent<T, F> { fatalError() }
    public static func buildEither<T: View, F: View>(second: F) -> _ConditionalContent<T, F> { fatalError() }
}

@MainActor @preconcurrency public protocol Scene { associatedtype Body: Scene; @SceneBuilder @MainActor @preconcurrency var body: Body { get } }
extension Never: Scene {}
@resultBuilder public struct SceneBuilder { public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content } }
public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    init()
}
extension App { public static func main() {} }

@propertyWrapper public struct State<Value> {
    public init(wrappedValue value: Value) {}
    public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
    public var projectedValue: Binding<Value> { fatalError() }
}
extension State where Value: ExpressibleByNilLiteral { public init() {} }
@propertyWrapper public struct Binding<Value> {
    public init(get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void) {}
    public var wrappedValue: Value { get { fatalError() } nonmutating set {} }
    public var projectedValue: Binding<Value> { self }
}

public struct LocalizedStringKey: ExpressibleByStringInterpolation { public init(stringLiteral value: String) {} }
public struct Text: View {
    @_disfavoredOverload public init<S: StringProtocol>(_ content: S) {}
    public init(_ key: LocalizedStringKey) {}
    public var body: Never { fatalError() }
}
public struct Label<Title: View, Icon: View>: View { public var body: Never { fatalError() } }
extension Label where Title == Text, Icon == EmptyView {
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, systemImage name: String) {}
    public init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
}
public struct Button<Label: View>: View { public var body: Never { fatalError() } }
extension Button where Label == Text { public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {} }
public struct HorizontalAlignment: Sendable { public static let leading = HorizontalAlignment(); public static let center = HorizontalAlignment() }
public struct VStack<Content: View>: View {
    public init(alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}
public struct List<Content: View>: View { public init(@ViewBuilder content: () -> Content) {}; public var body: Never { fatalError() } }
public struct NavigationStack<Root: View>: View { public init(@ViewBuilder root: () -> Root) {}; public var body: Never { fatalError() } }
public struct ProgressView<Label: View>: View { public var body: Never { fatalError() } }
extension ProgressView where Label == Text {
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S) {}
    public init(_ titleKey: LocalizedStringKey) {}
}
extension ProgressView where Label == EmptyView { public init(_ progress: Progress) {} }
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: View {
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
    public var body: Never { fatalError() }
}
public struct Picker<SelectionValue: Hashable, Content: View>: View {
    public init(_ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}
public protocol PickerStyle {}
public struct SegmentedPickerStyle: PickerStyle {}
extension PickerStyle where Self == SegmentedPickerStyle { public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() } }
public protocol ShapeStyle {}
public struct HierarchicalShapeStyle: ShapeStyle {}
extension ShapeStyle where Self == HierarchicalShapeStyle { public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() } }

extension View {
    public func disabled(_ disabled: Bool) -> some View { self }
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
    public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }
    @_disfavoredOverload public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }
    public func navigationDestination<D: Hashable, C: View>(item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C) -> some View { self }
    public func sheet<Content: View>(isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content) -> some View { self }
    public func fileImporter(isPresented: Binding<Bool>, allowedContentTypes: [UTType], onCompletion: @escaping (Result<URL, any Error>) -> Void) -> some View { self }
    public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { self }
    public func tag<V: Hashable>(_ tag: V) -> some View { self }
    public func task(priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View { self }
}

public struct SharePreview<Image: Transferable, Icon: Transferable> {}
extension SharePreview where Image == Never, Icon == Never {
    public init(_ titleKey: LocalizedStringKey) {}
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S) {}
}
public struct ShareLink<PreviewImage: Transferable, PreviewIcon: Transferable, Label: View>: View {
    public init<I: Transferable>(item: I, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>, @ViewBuilder label: () -> Label) {}
    public var body: Never { fatalError() }
}

public struct UIViewRepresentableContext<Representable> {}
@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    typealias Context = UIViewRepresentableContext<Self>
    @MainActor @preconcurrency func makeUIView(context: Context) -> UIViewType
    @MainActor @preconcurrency func updateUIView(_ uiView: UIViewType, context: Context)
}
extension UIViewRepresentable { public var body: Never { fatalError() } }
