/// Faces whose second free edge is used by a later split symbol. They describe the handles of the surface.
struct TopologySplits {
    private struct Event {
        /// The symbol of the face, in the encoder's order.
        var source: Int
        /// The split symbol, in the encoder's order.
        var split: Int
        var isRight: Bool
    }

    private var events: [Event] = []

    init(_ reader: inout ByteReader, faceCount: Int) throws(DracoError) {
        let count = try reader.count("number of topology splits")
        guard count <= faceCount, count <= reader.remaining else {
            throw reader.invalid("at most \(min(faceCount, reader.remaining)) topology splits", found: "\(count)")
        }
        try reader.reserve(count, of: MemoryLayout<Event>.stride, "topology splits")
        events.reserveCapacity(count)
        if reader.version < BitstreamVersion(1, 2) {
            for _ in 0..<count {
                let split = Int(try reader.uint32("split symbol"))
                let source = Int(try reader.uint32("source symbol"))
                events.append(Event(source: source, split: split, isRight: try reader.byte("edge") & 1 == 1))
            }
        } else if count > 0 {
            try readDeltas(count, &reader)
        }
        if reader.version < BitstreamVersion(2, 1) {
            try Self.skipHoles(&reader)
        }
    }

    private mutating func readDeltas(_ count: Int, _ reader: inout ByteReader) throws(DracoError) {
        var source = 0
        for _ in 0..<count {
            source += Int(try reader.variable(bits: 32, "source symbol"))
            let back = Int(try reader.variable(bits: 32, "split symbol"))
            guard back <= source else {
                throw reader.invalid("a split symbol before symbol \(source)", found: "\(back) back")
            }
            events.append(Event(source: source, split: source - back, isRight: false))
        }
        var bits = BitReader(reader)
        let width = reader.version < BitstreamVersion(2, 2) ? 2 : 1
        for index in 0..<count {
            events[index].isRight = try bits.bits(width) & 1 == 1
        }
        reader.move(to: bits.nextByte)
    }

    /// Skips the holes that old versions list. They are not needed.
    private static func skipHoles(_ reader: inout ByteReader) throws(DracoError) {
        let count = try reader.count("number of holes")
        for _ in 0..<count {
            if reader.version < BitstreamVersion(1, 2) {
                try reader.skip(4, "hole")
            } else {
                _ = try reader.variable(bits: 32, "hole")
            }
        }
    }

    var isEmpty: Bool { events.isEmpty }

    /// The next split of this symbol's face, if it has one: which edge, and the split symbol in the encoder's order.
    mutating func next(source: Int, _ reader: ByteReader) throws(DracoError) -> (isRight: Bool, split: Int)? {
        guard let event = events.last else { return nil }
        guard event.source <= source else {
            throw reader.invalid("topology splits in order", found: "one of symbol \(event.source) at \(source)")
        }
        guard event.source == source else { return nil }
        events.removeLast()
        return (event.isRight, event.split)
    }
}
