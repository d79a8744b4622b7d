import MeshModel

/// A cache of operations on one scene, for planning it for several targets: each operation runs once.
///
/// Not thread-safe, and for one scene only.
public final class OperationMemo {
    private var results: [[RouteOperation]: Operated] = [:]

    /// Creates an empty memo.
    public init() {}

    /// Applies `operations.last` to `scene` (already transformed by the earlier ones), cached by the whole list.
    func result(
        of operations: [RouteOperation], on scene: MeshScene, by operate: Planner.Operate
    ) -> Operated {
        guard let last = operations.last else { return Operated(scene: scene) }
        if let known = results[operations] { return known }
        let made = operate(last, scene)
        results[operations] = made
        return made
    }
}
