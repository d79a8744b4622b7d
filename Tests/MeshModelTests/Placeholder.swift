import Testing

@Suite struct MeshModelPlaceholder {}
