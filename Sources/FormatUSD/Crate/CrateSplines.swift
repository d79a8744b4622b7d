import MeshFormats

// Splines in crates: a binary format of their own, followed by custom data of knots.

extension CrateValues {
    /// Reads a spline and the custom data of its knots.
    mutating func spline(_ cursor: inout CrateCursor, _ depth: Int) throws(ReadError) -> USDValue {
        let size = try cursor.count(of: 1, "bytes of a spline")
        let end = cursor.offset + size
        try count(size, at: cursor)
        var spline = USDSpline()
        if size > 0 { spline = try self.spline(&cursor, end: end) }
        guard cursor.offset == end else {
            throw ReadError(
                .invalidValue, .byte(cursor.offset),
                "expected a spline of \(size) bytes, found one of \(size - end + cursor.offset)")
        }
        let entries = try cursor.count(of: 16, "data of knots")
        for _ in 0..<entries {
            let place = cursor.offset
            let time = try cursor.double("the time of a knot")
            let data = try self.entries(&cursor, depth)
            guard let knot = spline.knots.firstIndex(where: { $0.time == time }) else {
                throw ReadError(.invalidValue, .byte(place), "expected the time of a knot, found \(time)")
            }
            spline.knots[knot].customData = data
        }
        return .spline(spline)
    }

    private mutating func spline(_ cursor: inout CrateCursor, end: Int) throws(ReadError) -> USDSpline {
        let start = cursor.offset
        let first = try cursor.next(UInt8.self, "a spline")
        let version = first & 15
        guard (1...4).contains(version) else {
            throw ReadError(.unsupported, .byte(start), "expected a spline of version 1 to 4, found \(version)")
        }
        var spline = USDSpline()
        spline.isHermite = first >> 7 != 0
        // Three bits since version 3. Before, the third bit marked doubles as time codes.
        let number = first >> 4 & 7
        spline.type = version < 3 && number == 5 ? .timecode : USDSpline.Kind(rawValue: number)
        guard number <= 5, version >= 3 || number != 4 else {
            throw ReadError(.invalidValue, .byte(start), "expected a spline of values of type 0 to 5, found \(number)")
        }
        let second = try cursor.next(UInt8.self, "a spline")
        if version >= 3 {
            let third = try cursor.next(UInt8.self, "a spline")
            guard third == 0 else {
                throw ReadError(.unsupported, .byte(cursor.offset), "expected no more of a spline, found bits \(third)")
            }
        }
        guard let before = USDSpline.Mode(rawValue: second & 7), let after = USDSpline.Mode(rawValue: second >> 3 & 7)
        else {
            throw ReadError(.invalidValue, .byte(start + 1), "expected splines to go on in way 0 to 6, found 7")
        }
        (spline.before.mode, spline.after.mode) = (before, after)
        if before == .sloped { spline.before.slope = try cursor.double("a slope") }
        if after == .sloped { spline.after.slope = try cursor.double("a slope") }
        if second >> 6 & 1 != 0 {
            var loop = USDSpline.Loop()
            loop.start = try cursor.double("the start of a loop")
            loop.end = try cursor.double("the end of a loop")
            loop.before = try cursor.next(Int32.self, "how often a loop is repeated")
            loop.after = try cursor.next(Int32.self, "how often a loop is repeated")
            loop.offset = try cursor.double("the offset of a loop")
            spline.loop = loop
        }
        let type = spline.type ?? .double
        let knots = Int(try cursor.next(UInt32.self, "a count of knots"))
        // A knot has at least flags, a time, a value and two slopes.
        guard knots <= (end - cursor.offset) / 15 else {
            throw CrateBytes.cutOff(cursor.offset, "knots", knots, end - cursor.offset)
        }
        try count(knots * 128, at: cursor)
        spline.knots.reserveCapacity(knots)
        for _ in 0..<knots {
            spline.knots.append(try knot(&cursor, type, isHermite: spline.isHermite, hasAlgorithms: version >= 2))
        }
        return spline
    }

    private func knot(
        _ cursor: inout CrateCursor, _ type: USDSpline.Kind, isHermite: Bool, hasAlgorithms: Bool
    ) throws(ReadError) -> USDSpline.Knot {
        func value() throws(ReadError) -> Double {
            switch type {
            case .half: HalfBits.value(try cursor.next(UInt16.self, "a value of a spline"))
            case .float: Double(Float(bitPattern: try cursor.next(UInt32.self, "a value of a spline")))
            case .double, .timecode, .duration: try cursor.double("a value of a spline")
            }
        }
        var knot = USDSpline.Knot()
        let flags = try cursor.next(UInt8.self, "a knot")
        knot.interpolation = USDSpline.Interpolation(rawValue: flags >> 1 & 3) ?? .held
        knot.flags = flags & 0b1111_1000
        knot.time = try cursor.double("the time of a knot")
        knot.value = try value()
        if flags & 1 != 0 { knot.valueBefore = try value() }
        if !isHermite {
            knot.before.width = try cursor.double("the width of a tangent")
            knot.after.width = try cursor.double("the width of a tangent")
        }
        knot.before.slope = try value()
        knot.after.slope = try value()
        if hasAlgorithms {
            let place = cursor.offset
            let numbers = try cursor.next(UInt8.self, "the algorithms of a knot")
            guard let before = USDSpline.Algorithm(rawValue: numbers & 15),
                let after = USDSpline.Algorithm(rawValue: numbers >> 4)
            else { throw ReadError(.unsupported, .byte(place), "expected algorithms 0 to 2, found others") }
            (knot.before.algorithm, knot.after.algorithm) = (before, after)
        }
        return knot
    }
}

extension CrateValueWriter {
    /// Writes a spline and returns its rep.
    mutating func pack(_ spline: USDSpline, depth: Int) throws(WriteError) -> CrateValueReference {
        let blob = spline.bytes
        switch blob[0] & 15 {
        case 1: need(.splines)
        case 2: need(.splineTangents)
        case 3: need(.timedSplines)
        default: need(.durations)
        }
        var bytes = [UInt8](littleEndian: UInt64(blob.count)) + blob
        let knots = spline.knots.filter { !$0.customData.isEmpty }
        bytes.append(UInt64(knots.count))
        for knot in knots {
            bytes.append(knot.time.bitPattern)
            try append(knot.customData, to: &bytes, depth: depth)
        }
        return try pack(.spline, bytes)
    }
}

extension USDSpline {
    /// The binary form of crate files, in the oldest version that can express the spline.
    fileprivate var bytes: [UInt8] {
        let version: UInt8 = type == .duration ? 4 : type == .timecode ? 3 : hasAlgorithms ? 2 : 1
        var bytes = [version | (type?.rawValue ?? 0) << 4 | (isHermite ? 0x80 : 0)]
        bytes.append(before.mode.rawValue | after.mode.rawValue << 3 | (loop == nil ? 0 : 0x40))
        if version >= 3 { bytes.append(0) }
        if before.mode == .sloped { bytes.append(before.slope.bitPattern) }
        if after.mode == .sloped { bytes.append(after.slope.bitPattern) }
        if let loop {
            bytes.append(loop.start.bitPattern)
            bytes.append(loop.end.bitPattern)
            bytes.append(UInt32(bitPattern: loop.before))
            bytes.append(UInt32(bitPattern: loop.after))
            bytes.append(loop.offset.bitPattern)
        }
        bytes.append(UInt32(clamping: knots.count))
        for knot in knots { append(knot, version, to: &bytes) }
        return bytes
    }

    private func append(_ knot: Knot, _ version: UInt8, to bytes: inout [UInt8]) {
        func append(_ value: Double) {
            switch type {
            case .half: bytes.append(HalfBits.bits(value))
            case .float: bytes.append(Float(value).bitPattern)
            default: bytes.append(value.bitPattern)
            }
        }
        bytes.append(knot.flags | knot.interpolation.rawValue << 1 | (knot.valueBefore == nil ? 0 : 1))
        bytes.append(knot.time.bitPattern)
        append(knot.value)
        if let before = knot.valueBefore { append(before) }
        if !isHermite {
            bytes.append(knot.before.width.bitPattern)
            bytes.append(knot.after.width.bitPattern)
        }
        append(knot.before.slope)
        append(knot.after.slope)
        if version >= 2 { bytes.append(knot.before.algorithm.rawValue | knot.after.algorithm.rawValue << 4) }
    }
}
