import MeshArchive

/// Walks over the MCUs of a scan (ITU-T T.81, A.2), from restart to restart.
///
/// - Bounds: the columns and rows of blocks stay below the component's, which were multiplied for the size of the samples; the
///   frame has a table of 64 entries for each part.
struct JPEGScan {
    /// A component with the tables that decode it.
    struct Part {
        let component: JPEGFrame.Component
        let dc: JPEGHuffmanTable?
        let ac: JPEGHuffmanTable?
        let quantization: [UInt16]
        var prediction: Int32 = 0
    }

    private let isProgressive: Bool
    private let scan: JPEGSegments.Scan
    private var parts: [Part]
    /// The number of MCUs across and down; in a scan of one component an MCU is one block.
    private let unitsAcross: Int
    private let unitsDown: Int
    private let restartInterval: Int
    private(set) var findings: [ImageError] = []

    init(_ frame: JPEGFrame, _ scan: JPEGSegments.Scan, _ parts: [Part], restartInterval: Int) {
        isProgressive = frame.isProgressive
        self.scan = scan
        self.parts = parts
        self.restartInterval = restartInterval
        let isAlone = parts.count == 1
        unitsAcross = isAlone ? parts[0].component.blocksAcross : frame.unitsAcross
        unitsDown = isAlone ? parts[0].component.blocksDown : frame.unitsDown
    }

    /// Decodes the scan's data.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - position: the offset of the data.
    ///   - samples: receives the blocks of a sequential frame; must have the frame's size.
    ///   - coefficients: receives the blocks of a progressive frame; must have the frame's size.
    /// - Returns: the offset of the end of the data.
    mutating func run(
        _ bytes: Span<UInt8>, from position: Int, _ samples: inout [UInt8], _ coefficients: inout [Int16]
    ) -> Int {
        // The quantization tables, concatenated, and the values between the two passes of a transform.
        let tables = parts.flatMap(\.quantization)
        var between = [Int32](repeating: 0, count: 64)
        var block = [Int16](repeating: 0, count: 64)
        return unsafe bytes.withUnsafeBufferPointer { file in
            unsafe samples.withUnsafeMutableBufferPointer { samples in
                unsafe coefficients.withUnsafeMutableBufferPointer { coefficients in
                    unsafe JPEGBlocks.zigzag.withUnsafeBufferPointer { order in
                        unsafe between.withUnsafeMutableBufferPointer { between in
                            unsafe block.withUnsafeMutableBufferPointer { block in
                                unsafe tables.withUnsafeBufferPointer { tables in
                                    guard let base = file.baseAddress, let order = order.baseAddress,
                                        let samples = samples.baseAddress, let between = between.baseAddress,
                                        let block = block.baseAddress, let tables = tables.baseAddress
                                    else { return position }
                                    let bits = unsafe JPEGBits(base, count: file.count, from: position)
                                    var blocks = unsafe JPEGBlocks(bits, order: order)
                                    let target = unsafe Target(
                                        samples: samples, coefficients: coefficients.baseAddress, tables: tables,
                                        block: block, transform: JPEGTransform(scratch: between))
                                    walk(&blocks, target, bytes)
                                    return blocks.bits.position
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    @safe private struct Target {
        let samples: UnsafeMutablePointer<UInt8>
        let coefficients: UnsafeMutablePointer<Int16>?
        let tables: UnsafePointer<UInt16>
        let block: UnsafeMutablePointer<Int16>
        let transform: JPEGTransform
    }

    private mutating func walk(_ blocks: inout JPEGBlocks, _ target: Target, _ bytes: Span<UInt8>) {
        (blocks.first, blocks.last, blocks.low) = (scan.first, scan.last, Int32(scan.low))
        let count = unitsAcross * unitsDown
        let interval = restartInterval > 0 ? restartInterval : count
        var start = 0
        var number = 0
        while start < count {
            let end = min(start + interval, count)
            if let unit = decode(start..<end, &blocks, target) {
                report(blocks, unit, bytes)
            }
            start = end
            guard start < count else { return }
            guard let missed = restart(&blocks, number, bytes) else { return }
            number += 1 + missed
            start += missed * interval
        }
    }

    /// Decodes MCUs up to a restart.
    ///
    /// - Returns: the MCU at which the data are invalid or end; nil if all were decoded.
    private mutating func decode(_ units: Range<Int>, _ blocks: inout JPEGBlocks, _ target: Target) -> Int? {
        for index in parts.indices { parts[index].prediction = 0 }
        blocks.endRun = 0
        var (row, column) = (units.lowerBound / unitsAcross, units.lowerBound % unitsAcross)
        let isAlone = parts.count == 1
        for unit in units {
            for index in parts.indices {
                let part = parts[index]
                let (across, down) = isAlone ? (1, 1) : (part.component.across, part.component.down)
                for y in 0..<down {
                    for x in 0..<across {
                        let (blockX, blockY) = (column &* across &+ x, row &* down &+ y)
                        let isRead = decode(index, part, blockX, blockY, &blocks, target)
                        guard isRead, !blocks.bits.isOverrun else { return unit }
                    }
                }
            }
            column &+= 1
            if column == unitsAcross {
                column = 0
                row &+= 1
            }
        }
        return nil
    }

    @inline(__always)
    private mutating func decode(
        _ index: Int, _ part: Part, _ x: Int, _ y: Int, _ blocks: inout JPEGBlocks, _ target: Target
    ) -> Bool {
        let component = part.component
        if isProgressive {
            guard let all = unsafe target.coefficients else { return false }
            let number = y &* component.storedAcross &+ x
            let block = unsafe all + (component.firstSample &+ number &* 64)
            if scan.first == 0 {
                guard scan.high == 0 else {
                    unsafe blocks.refineDC(block)
                    return true
                }
                guard let dc = part.dc else { return false }
                return unsafe blocks.firstDC(block, dc, &parts[index].prediction)
            }
            guard let ac = part.ac else { return false }
            return unsafe scan.high == 0 ? blocks.firstAC(block, ac) : blocks.refineAC(block, ac)
        }
        guard let dc = part.dc, let ac = part.ac else { return false }
        unsafe target.block.update(repeating: 0, count: 64)
        guard let end = unsafe blocks.sequential(target.block, dc, ac, &parts[index].prediction),
            !blocks.bits.isOverrun
        else { return false }
        let table = unsafe target.tables + index &* 64
        let place = y &* 8 &* component.stride &+ x &* 8
        let out = unsafe target.samples + (component.firstSample &+ place)
        if end == 0 {
            unsafe target.transform.fill(target.block[0], table, to: out, stride: component.stride)
        } else {
            unsafe target.transform.run(target.block, table, to: out, stride: component.stride)
        }
        return true
    }

    /// Moves to the data after the next restart marker, and checks its number.
    ///
    /// - Parameter number: the number of restarts before it.
    /// - Returns: the number of missing restarts, with their data; nil if no restart follows.
    private mutating func restart(_ blocks: inout JPEGBlocks, _ number: Int, _ bytes: Span<UInt8>) -> Int? {
        var from = blocks.bits.position
        while let (marker, at) = JPEGMarker.next(bytes, from: from) {
            guard (0xD0...0xD7).contains(marker.code) else {
                blocks.bits.restart(at: at)
                finding(at, "expected restart \(number % 8), found \(marker.name)", .truncated)
                return nil
            }
            let missed = (Int(marker.code & 7) - number % 8 + 8) % 8
            from = at + 2
            // A restart that was due before; its data are already given up.
            if missed >= 6 { continue }
            if missed > 0 {
                finding(at, "expected restart \(number % 8), found \(marker.code & 7)", .invalidValue)
            }
            blocks.bits.restart(at: from)
            return missed
        }
        blocks.bits.restart(at: bytes.count)
        finding(bytes.count, "expected restart \(number % 8), found the end of the file", .truncated)
        return nil
    }

    private mutating func report(_ blocks: JPEGBlocks, _ unit: Int, _ bytes: Span<UInt8>) {
        let place = "at \(unit % unitsAcross * 100 / unitsAcross) % of row \(unit / unitsAcross + 1) of \(unitsDown)"
        if blocks.bits.isOverrun {
            finding(blocks.bits.position, "expected more data of the image, found their end \(place)", .truncated)
        } else {
            finding(blocks.bits.position, "expected a code of the image's data, found none \(place)", .invalidValue)
        }
    }

    private mutating func finding(_ byte: Int, _ message: String, _ code: ImageError.Code) {
        // A broken file may cause one at each restart.
        guard findings.count < 8 else { return }
        findings.append(ImageError(code: code, byte: byte, message: message))
    }

    static func transform(
        _ component: JPEGFrame.Component, _ table: [UInt16], _ coefficients: [Int16], to samples: inout [UInt8]
    ) {
        let end = component.firstSample + component.blockCount * 64
        precondition(table.count == 64 && end <= coefficients.count && end <= samples.count, "blocks lie in the frame")
        var between = [Int32](repeating: 0, count: 64)
        unsafe coefficients.withUnsafeBufferPointer { coefficients in
            unsafe samples.withUnsafeMutableBufferPointer { samples in
                unsafe table.withUnsafeBufferPointer { table in
                    unsafe between.withUnsafeMutableBufferPointer { between in
                        guard let source = coefficients.baseAddress, let target = samples.baseAddress,
                            let table = table.baseAddress, let between = between.baseAddress
                        else { return }
                        let transform = unsafe JPEGTransform(scratch: between)
                        var block = unsafe source + component.firstSample
                        for row in 0..<component.storedDown {
                            var out = unsafe target + component.firstSample + row * 8 * component.stride
                            for _ in 0..<component.storedAcross {
                                unsafe transform.run(block, table, to: out, stride: component.stride)
                                unsafe block += 64
                                unsafe out += 8
                            }
                        }
                    }
                }
            }
        }
    }
}
