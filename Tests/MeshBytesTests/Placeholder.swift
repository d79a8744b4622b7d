import Testing

@Suite struct MeshBytesPlaceholder {}
