import Testing

@Suite struct MeshConvertPlaceholder {}
