import Testing

@Suite struct MeshFormatsPlaceholder {}
