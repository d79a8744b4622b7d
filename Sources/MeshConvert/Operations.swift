import MeshFormats
import MeshModel
import MeshOperations
import MeshRouting

/// Does the operations of a route and says what they lose.
enum Operations {
    /// The scene after `operation`, and what it changed.
    static let perform: Planner.Operate = { operation, scene in
        switch operation {
        case .bakeHierarchy: (scene, [])
        case .triangulate: (scene, [])
        }
    }
}
