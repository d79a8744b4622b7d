import MeshFormats
import MeshModel

// Bounds: each row has three or four numbers, and the list has `count × components` of them.

/// Reads vertex colours after positions or in ZBrush's comments. Their range is decided once per file.
enum OBJColorReading {
    /// The colours of a file, if it has any; vertices without one are white.
    static func attribute(
        _ join: inout OBJFileStatements, _ diagnostics: inout OBJDiagnostics, _ residue: inout [Residue]
    ) -> Attribute? {
        let count = join.counts.vertices
        if join.colors.count == 0 { return painted(join, &diagnostics, &residue) }
        if join.paint.count > 0 {
            residue.append(Residue(path: "comment MRGB", kind: "second colours", count: join.paint.count))
        }
        join.colors.pad(to: count)
        let extent = Extent(join.colors)
        let place = InputLocation.byte(max(0, join.firstColor))
        if extent.missing > 0 {
            diagnostics.add(
                "obj.color-missing", .warning, count: extent.missing, at: place,
                "vertices have no colour where others have one; they are read as white")
        }
        guard extent.largest > 1 else {
            if extent.hasGaps { join.colors.fill(with: 1) }
            return Attribute(.color(0), join.colors.column(), frame: .srgb)
        }
        // Colours from machine learning overshoot 1 a little; colours up to 255 go far beyond.
        if extent.largest <= 1.5 {
            diagnostics.add(
                "obj.color-range", .note, count: 1, at: place,
                "colours from 0 to 1 go up to \(extent.largest); they are kept as they are")
            if extent.hasGaps { join.colors.fill(with: 1) }
            return Attribute(.color(0), join.colors.column(), frame: .srgb)
        }
        diagnostics.add("obj.color-range", .note, count: 1, at: place, "colours are read as 0 to 255")
        if extent.hasGaps { join.colors.fill(with: 255) }
        // An alpha that stays within 0 to 1 has its own range.
        let alphaFactor = extent.largestAlpha > 1 ? 1.0 : 255.0
        if extent.isWhole, extent.largest <= 255, extent.smallest >= 0 {
            return Attribute(
                .color(0), codes(join.colors, alphaFactor: alphaFactor), normalized: true, frame: .srgb)
        }
        return Attribute(.color(0), divided(join.colors, alphaFactor: alphaFactor), frame: .srgb)
    }

    /// The range and kind of all colour values; NaN is ignored.
    private struct Extent {
        var largest = -Double.infinity
        var smallest = Double.infinity
        var largestAlpha = -Double.infinity
        var isWhole = true
        /// The number of vertices without a colour.
        var missing = 0
        /// Whether some value is NaN: missing in the file, or written so.
        var hasGaps = false

        init(_ rows: borrowing OBJRows) {
            if rows.isDouble {
                unsafe scan(rows.doubles.base, rows.count, rows.components) { $0 }
            } else {
                unsafe scan(rows.singles.base, rows.count, rows.components) { Double($0) }
            }
            // Without large values or gaps, these slow checks aren't needed.
            guard largest > 1 || hasGaps else { return }
            for row in 0..<rows.count {
                if rows.value(row, 0) == nil { missing += 1 }
                for component in 0..<rows.components {
                    guard let value = rows.value(row, component) else { continue }
                    if value != value.rounded(.towardZero) { isWhole = false }
                }
            }
        }

        /// Scans each component separately: three chains of comparisons that don't wait for each other.
        private mutating func scan<T: BinaryFloatingPoint>(
            _ values: UnsafeMutablePointer<T>, _ rows: Int, _ components: Int, _ double: (T) -> Double
        ) {
            var (r, g, b) = (Span(T.self), Span(T.self), Span(T.self))
            var alpha = Span(T.self)
            for row in 0..<rows {
                let base = row &* components
                r.add(unsafe values[base])
                g.add(unsafe values[base &+ 1])
                b.add(unsafe values[base &+ 2])
                if components == 4 { alpha.add(unsafe values[base &+ 3]) }
            }
            largest = double(max(r.high, g.high, b.high))
            smallest = double(min(r.low, g.low, b.low, alpha.low))
            largestAlpha = double(alpha.high)
            hasGaps = r.hasGaps || g.hasGaps || b.hasGaps || alpha.hasGaps
        }
    }

    /// The range of numbers, and whether there are NaNs.
    private struct Span<T: BinaryFloatingPoint> {
        var low = T.infinity
        var high = -T.infinity
        var hasGaps = false

        init(_ type: T.Type) {}

        @inline(__always) mutating func add(_ value: T) {
            high = value > high ? value : high
            low = value < low ? value : low
            hasGaps = hasGaps || value != value
        }
    }

    private static func codes(_ rows: borrowing OBJRows, alphaFactor: Double) -> Column {
        var codes = ContiguousArray<UInt8>()
        codes.reserveCapacity(rows.count * rows.components)
        for row in 0..<rows.count {
            for component in 0..<rows.components {
                let value = (rows.value(row, component) ?? 255) * (component == 3 ? alphaFactor : 1)
                codes.append(UInt8(exactly: value) ?? 255)
            }
        }
        return Column(codes, components: rows.components)
    }

    private static func divided(_ rows: borrowing OBJRows, alphaFactor: Double) -> Column {
        var values = ContiguousArray<Double>()
        values.reserveCapacity(rows.count * rows.components)
        for row in 0..<rows.count {
            for component in 0..<rows.components {
                let value = rows.value(row, component) ?? 255
                values.append(component == 3 && alphaFactor > 1 ? value : value / 255)
            }
        }
        return Column(values, components: rows.components)
    }

    /// ZBrush's colours, one per vertex in order.
    private static func painted(
        _ join: borrowing OBJFileStatements, _ diagnostics: inout OBJDiagnostics, _ residue: inout [Residue]
    ) -> Attribute? {
        let count = join.counts.vertices
        guard join.paint.count > 0, count > 0 else { return nil }
        if join.paint.count != count {
            diagnostics.add(
                "obj.color-missing", .warning, count: abs(count - join.paint.count), at: .whole,
                "expected \(count) colours in #MRGB comments, found \(join.paint.count)")
        }
        var codes = ContiguousArray<UInt8>()
        codes.reserveCapacity(count * 3)
        var masked = 0
        for vertex in 0..<count {
            let value: UInt32 = vertex < join.paint.count ? join.paint[vertex] : 0xFFFF_FFFF
            if value >> 24 != 0xFF { masked += 1 }
            codes.append(UInt8(truncatingIfNeeded: value >> 16))
            codes.append(UInt8(truncatingIfNeeded: value >> 8))
            codes.append(UInt8(truncatingIfNeeded: value))
        }
        if masked > 0 { residue.append(Residue(path: "comment MRGB", kind: "mask", count: masked)) }
        return Attribute(.color(0), Column(codes, components: 3), normalized: true, frame: .srgb)
    }
}

extension OBJRows {
    /// A number, or nil where the file has none.
    @inline(__always) func value(_ row: Int, _ component: Int) -> Double? {
        let index = row * components + component
        if isDouble {
            let value = doubles[index]
            return value.bitPattern == Self.absentDouble.bitPattern ? nil : value
        }
        let value = singles[index]
        return value.bitPattern == Self.absent.bitPattern ? nil : Double(value)
    }

    /// Replaces missing numbers.
    mutating func fill(with value: Float) {
        if isDouble {
            for index in 0..<doubles.count
            where unsafe doubles.base[index].bitPattern == Self.absentDouble.bitPattern {
                unsafe doubles.base[index] = Double(value)
            }
        } else {
            for index in 0..<singles.count where unsafe singles.base[index].bitPattern == Self.absent.bitPattern {
                unsafe singles.base[index] = value
            }
        }
    }
}
