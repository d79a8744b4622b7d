import Testing

@Suite struct FormatPLYPlaceholder {}
