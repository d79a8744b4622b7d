import Testing

@Suite struct FormatOBJPlaceholder {}
