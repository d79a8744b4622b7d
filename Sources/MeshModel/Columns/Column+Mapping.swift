extension Column {
    /// Returns a packed column of `change` applied to each value, rounded once to `type`.
    ///
    /// Integer results are the nearest ones in the type's range; NaN becomes 0 there. Float16 becomes float32.
    ///
    /// - Parameters:
    ///   - type: the type of the result.
    ///   - remembers: whether a few values repeat and `change` is slow: what it made of recent floats is looked up then.
    ///     It must treat the first three components alike.
    ///   - change: gets the component and the value.
    func mapped(to type: ScalarType, remembers: Bool = false, _ change: (Int, Double) -> Double) -> Column {
        switch type {
        case .int8: mapped(remembers, change, Int8.nearest)
        case .uint8: mapped(remembers, change, UInt8.nearest)
        case .int16: mapped(remembers, change, Int16.nearest)
        case .uint16: mapped(remembers, change, UInt16.nearest)
        case .int32: mapped(remembers, change, Int32.nearest)
        case .uint32: mapped(remembers, change, UInt32.nearest)
        case .int64: mapped(remembers, change, Int64.nearest)
        case .uint64: mapped(remembers, change, UInt64.nearest)
        case .float16, .float32: mapped(remembers, change) { Float($0) }
        case .float64: mapped(remembers, change) { $0 }
        }
    }

    private func mapped<T: ColumnScalar>(
        _ remembers: Bool, _ change: (Int, Double) -> Double, _ store: (Double) -> T
    ) -> Column {
        if remembers, let few = lookedUp { return few.with(results: few.results.mapped(false, change, store)) }
        if type == .uint8, components <= 4, count > 256 { return mappedBytes(change, store) }
        if type == .float32, remembers, count > 256 { return mappedFloats(change, store) }
        var buffer = ContiguousArray<Double>()
        return Column(count: count, components: components) { (rows, values: inout ContiguousArray<T>) in
            read(rows, into: &buffer)
            values.removeAll(keepingCapacity: true)
            var component = 0
            for value in buffer {
                values.append(store(change(component, value)))
                component += 1
                if component == components { component = 0 }
            }
        }
    }
}

extension Column {
    /// Maps floats with a memory of what recent ones became.
    private func mappedFloats<T: ColumnScalar>(_ change: (Int, Double) -> Double, _ store: (Double) -> T) -> Column {
        // The slot of a float follows from its bits. No value finds the NaN of an empty slot, which is made anew each time.
        let none = UInt32.max
        var keys = ContiguousArray(repeating: none, count: 4096)
        var made = ContiguousArray(repeating: store(0), count: 4096)
        var buffer = ContiguousArray<Float>()
        return Column(count: count, components: components) { (rows, values: inout ContiguousArray<T>) in
            read(rows, into: &buffer)
            values.removeAll(keepingCapacity: true)
            var component = 0
            for value in buffer {
                if component < 3 {
                    let bits = value.bitPattern
                    let slot = Int(truncatingIfNeeded: (bits &* 0x9E37_79B1) >> 20)
                    if keys[slot] != bits || bits == none {
                        keys[slot] = bits
                        made[slot] = store(change(component, Double(value)))
                    }
                    values.append(made[slot])
                } else {
                    values.append(store(change(component, Double(value))))
                }
                component += 1
                if component == components { component = 0 }
            }
        }
    }

    /// Maps bytes by table: each component has only 256 possible values.
    private func mappedBytes<T: ColumnScalar>(_ change: (Int, Double) -> Double, _ store: (Double) -> T) -> Column {
        let tables = (0..<components).map { component in
            ContiguousArray((0...255).map { store(change(component, Double($0))) })
        }
        let table = ContiguousArray(tables.joined())
        let size = MemoryLayout<T>.size
        let storage = unsafe ByteStorage(byteCount: count * components * size) { bytes in
            let target = unsafe bytes.bindMemory(to: T.self)
            unsafe table.withUnsafeBufferPointer { table in
                switch components {
                case 3: unsafe lookUp(width: 3, in: table, target)
                case 4: unsafe lookUp(width: 4, in: table, target)
                default: unsafe lookUp(width: components, in: table, target)
                }
            }
        }
        return Column(
            viewing: storage, offset: 0, stride: components * size, count: count, components: components,
            type: T.scalarType) ?? .empty(T.scalarType, components: components)
    }

    // Bounds: the initialiser checked that every row lies inside the storage; `table` has 256 values for each
    // component, `target` room for each value.
    @inline(__always)
    private func lookUp<T>(width: Int, in table: UnsafeBufferPointer<T>, _ target: UnsafeMutableBufferPointer<T>) {
        guard let table = table.baseAddress, var out = target.baseAddress else { return }
        unsafe withRuns(0..<count) { start, rows in
            var row = unsafe start
            for _ in rows {
                for component in 0..<width {
                    let code = unsafe Int(row.load(fromByteOffset: component, as: UInt8.self))
                    unsafe (out + component).initialize(to: table[component &* 256 &+ code])
                }
                unsafe row += stride
                unsafe out += width
            }
        }
    }
}

extension FixedWidthInteger {
    /// The integer of this type nearest to a value; 0 for NaN.
    fileprivate static func nearest(_ value: Double) -> Self {
        if let whole = Self(exactly: value.rounded()) { return whole }
        return value.isNaN ? 0 : value < 0 ? .min : .max
    }
}

extension Column {
    /// Returns colours with float values clamped to 0…1 in their first three components; NaN becomes 0 there.
    public func clampedToUnit() -> Column {
        if let few = lookedUp { return few.results.isUnit ? self : few.with(results: few.results.clampedToUnit()) }
        guard !type.isInteger, !isUnit else { return self }
        return mapped(to: type) { component, value in
            component < 3 ? (value > 0 ? min(value, 1) : 0) : value
        }
    }

    /// Whether no value needs clamping (−0 and NaN do), so that no second column is needed.
    private var isUnit: Bool {
        if type.isInteger { return true }
        guard type != .float16, isPacked, byteOrder == .native else { return false }
        for (_, buffer) in blocks(of: Double.self) {
            var component = 0
            for value in buffer {
                if component < 3, !(value > 0 && value <= 1 || value == 0 && value.sign == .plus) { return false }
                component += 1
                if component == components { component = 0 }
            }
        }
        return true
    }
}
