import MeshModel

/// A cache of operations on one scene, for planning it for several targets: each operation runs once.
///
/// For one scene only, and for one thread unless it was given a lock.
public final class OperationMemo: @unchecked Sendable {
    private var results: [[RouteOperation]: Operated] = [:]
    private let exclusively: (() -> Void) -> Void

    /// Creates an empty memo for one thread.
    public init() { exclusively = { $0() } }

    /// Creates an empty memo for several threads.
    ///
    /// - Parameter lock: calls its argument once, on one thread at a time.
    package init(lock: @escaping @Sendable (() -> Void) -> Void) { exclusively = lock }

    /// Applies `operations.last` to `scene` (already transformed by the earlier ones), cached by the whole list.
    func result(
        of operations: [RouteOperation], on scene: MeshScene, by operate: Planner.Operate
    ) -> Operated {
        guard let last = operations.last else { return Operated(scene: scene) }
        var result: Operated?
        exclusively {
            result = results[operations] ?? operate(last, scene)
            results[operations] = result
        }
        return result ?? Operated(scene: scene)
    }
}
