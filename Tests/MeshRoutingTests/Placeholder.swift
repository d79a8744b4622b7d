import Testing

@Suite struct MeshRoutingPlaceholder {}
