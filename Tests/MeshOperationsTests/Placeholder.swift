import Testing

@Suite struct MeshOperationsPlaceholder {}
