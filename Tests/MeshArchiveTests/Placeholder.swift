import Testing

@Suite struct MeshArchivePlaceholder {}
