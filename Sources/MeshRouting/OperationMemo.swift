import MeshModel

/// What operations made of one scene, for those who plan it for several targets: each is done once.
///
/// One thread at a time may use it, and for one scene.
public final class OperationMemo {
    private var results: [[RouteOperation]: Operated] = [:]

    /// A memo without results.
    public init() {}

    /// What the last of `operations` makes of `scene`, which is what the others made of the memo's scene.
    func result(
        of operations: [RouteOperation], on scene: Scene, by operate: Planner.Operate
    ) -> Operated {
        guard let last = operations.last else { return Operated(scene: scene) }
        if let known = results[operations] { return known }
        let made = operate(last, scene)
        results[operations] = made
        return made
    }
}
