import MeshBytes
import MeshFormats
import MeshModel

/// Copies points in the order of their parts: into memory, or a temporary file if there are many.
struct PointSorter {
    /// Where each column lies in the bytes of a point.
    let offsets: [Int]
    /// The bytes of a point.
    let byteCount: Int
    private let columns: [Column]
    private let count: Int
    private let memory: MemoryBlock?
    private let file: TemporaryFile?
    /// Points that wait until there are enough of their part for one write: as many for each part.
    private let waiting: MemoryBlock
    private let most: Int
    private var waitingCounts: [Int]
    /// For each part, where its next point goes.
    private var next: [Int]
    /// The points of a block of rows.
    private let block: MemoryBlock
    private var values: MemoryBlock

    /// Up to this size the sorted points stay in memory.
    private static let largestInMemory = 16 << 20
    private static let waitingByteCount = 8 << 20
    private static let rowsPerBlock = 16_384

    /// - Parameters:
    ///   - columns: the columns of the points.
    ///   - firsts: for each part, the number of its first point.
    ///   - count: the number of all points.
    init(_ columns: [Column], firsts: [Int], count: Int) throws(TileError) {
        self.columns = columns
        self.count = count
        var (offsets, size) = ([Int](), 0)
        for column in columns {
            offsets.append(size)
            size += column.components * column.type.byteCount
        }
        (self.offsets, byteCount) = (offsets, size)
        next = firsts
        waitingCounts = [Int](repeating: 0, count: firsts.count)
        most = min(max(Self.waitingByteCount / max(size * firsts.count, 1), 1), 4096)
        do throws(SystemError) {
            waiting = try MemoryBlock(byteCount: most * size * firsts.count)
            block = try MemoryBlock(byteCount: Self.rowsPerBlock * size)
            values = try MemoryBlock(byteCount: Self.rowsPerBlock * size)
            let isSmall = count * size <= Self.largestInMemory
            memory = isSmall ? try MemoryBlock(byteCount: count * size) : nil
            file = isSmall ? nil : try TemporaryFile()
        } catch {
            throw .system(error)
        }
    }

    /// Reads the points of some rows, at most 16,384.
    mutating func load(_ rows: Range<Int>) {
        let rows = rows.prefix(Self.rowsPerBlock)
        for (column, offset) in zip(columns, offsets) {
            let size = column.components * column.type.byteCount
            unsafe column.copyPacked(rows.startIndex..<rows.endIndex, to: values.base)
            // Bounds: both blocks have room for that many points.
            for row in 0..<rows.count {
                unsafe (block.base + (row * byteCount + offset)).copyMemory(
                    from: values.base + row * size, byteCount: size)
            }
        }
    }

    /// Adds a point of the loaded rows to a part.
    mutating func add(_ row: Int, to part: Int) throws(TileError) {
        guard row >= 0, row < Self.rowsPerBlock, next.indices.contains(part) else { return }
        // Bounds: each part has room for `most` points.
        unsafe (waiting.base + (part * most + waitingCounts[part]) * byteCount).copyMemory(
            from: block.base + row * byteCount, byteCount: byteCount)
        waitingCounts[part] += 1
        if waitingCounts[part] == most { try write(part) }
    }

    /// Writes what still waits; returns all points.
    mutating func finish() throws(TileError) -> ByteStorage {
        for part in next.indices { try write(part) }
        if let memory { return ByteStorage(memory) }
        do throws(SystemError) {
            guard let file else { return ByteStorage(waiting) }
            return ByteStorage(FileWindows(try file.input(byteCount: count * byteCount)))
        } catch {
            throw .system(error)
        }
    }

    private mutating func write(_ part: Int) throws(TileError) {
        let size = waitingCounts[part] * byteCount
        let place = next[part] * byteCount
        guard size > 0, place >= 0, place + size <= count * byteCount else { return }
        let bytes = unsafe UnsafeRawBufferPointer(start: waiting.base + part * most * byteCount, count: size)
        if let memory, let base = bytes.baseAddress {
            unsafe (memory.base + place).copyMemory(from: base, byteCount: size)
        }
        do throws(SystemError) { try unsafe file?.write(bytes, at: place) } catch { throw .system(error) }
        next[part] += waitingCounts[part]
        waitingCounts[part] = 0
    }
}
