internal import MeshModel

/// Solves one depth, starting from the solution of the depths before: what they could not resolve is smoothed away.
///
/// Chebyshev's iteration, preconditioned by the sums of the rows, needs no sums over the lattice: all steps work on one
/// block at a time. (Y. Saad, "Iterative Methods for Sparse Linear Systems", algorithm 12.1.)
struct PoissonSolver {
    private let system: PoissonSystem
    private let level: SolverLevel
    private let residual: FloatMemory
    private let step: FloatMemory
    /// The inverse sums of the rows; before, the flow.
    private let inverse: FloatMemory

    init(_ level: SolverLevel, pointWeight: Float) {
        self.level = level
        system = PoissonSystem(level, pointWeight: pointWeight)
        residual = FloatMemory(count: level.values.count)
        step = FloatMemory(count: level.values.count)
        inverse = FloatMemory(count: level.values.count)
    }

    /// Fills the level's values; returns whether the work goes on.
    ///
    /// - Parameters:
    ///   - coarse: the levels before, solved.
    ///   - iterations: how many steps.
    ///   - lowest: the part of the equations' spectrum, below 1, that is left to the levels before.
    func solve(
        after coarse: ArraySlice<SolverLevel>, iterations: Int, lowest: Float, _ workers: some Workers,
        _ shouldStop: @Sendable () -> Bool
    ) -> Bool {
        guard begin(coarse, workers, shouldStop) else { return false }
        let (theta, delta) = ((1 + lowest) / 2, (1 - lowest) / 2)
        let sigma = theta / delta
        var rho = 1 / sigma
        guard advance(0, 1 / theta, workers, shouldStop) else { return false }
        for iteration in 1...iterations {
            guard apply(workers, shouldStop) else { return false }
            if iteration == iterations { break }
            let next = 1 / (2 * sigma - rho)
            guard advance(next * rho, 2 * next / delta, workers, shouldStop) else { return false }
            rho = next
        }
        return true
    }

    /// Sets the values to those of the levels before, the residual, and the sums of the rows.
    private func begin(
        _ coarse: ArraySlice<SolverLevel>, _ workers: some Workers, _ shouldStop: @Sendable () -> Bool
    ) -> Bool {
        // What finer depths get, and then, in its place, what this one would have as the last.
        for isLast in [false, true] {
            let flowed = level.forEachPiece(workers, shouldStop) { blocks in
                let sums = LatticePatch()
                for block in blocks {
                    sums.values.clear()
                    system.addFlow(block, isLast: isLast, to: sums)
                    Self.forEachRow { row, at in inverse.store(sums.values.row(at), at: block << 9 | row) }
                }
            }
            // Smoothed twice: with one sample or two a voxel the flow is too rough by itself.
            guard flowed, smooth(inverse, to: step, workers, shouldStop) else { return false }
            if isLast { break }
            guard smooth(step, to: level.flow, workers, shouldStop) else { return false }
        }
        let unit = Float(1 << (2 * level.depth))
        let begun = level.forEachPiece(workers, shouldStop) { blocks in
            let region = LatticeRegion()
            let (flow, before, patch, sums) = (LatticePatch(), LatticePatch(), LatticePatch(), LatticePatch())
            for block in blocks {
                let key = BlockKey(word: level.table.keys[block])
                region.read(coarse, \.values, around: key, level.depth, to: patch)
                region.read(coarse, \.flow, around: key, level.depth, to: before)
                flow.load(step, level, block)
                sums.values.clear()
                system.addScreening(block, target: 0.5, of: patch, to: sums)
                Self.forEachRow { row, at in
                    let start = block << 9 | row
                    level.values.store(patch.values.row(at), at: start)
                    let given = before.values.row(at)
                    level.flow.store(level.flow.row(start) * unit + given, at: start)
                    let sum = Self.smoothed(flow.values, at) + given / unit + sums.values.row(at)
                    residual.store(sum - PoissonSystem.stiffness(patch.values, at), at: start)
                }
            }
        }
        guard begun else { return false }
        return level.forEachPiece(workers, shouldStop) { blocks in
            let sums = LatticePatch()
            for block in blocks {
                sums.values.clear()
                system.addScreening(block, target: 1, of: nil, to: sums)
                Self.forEachRow { row, at in
                    inverse.store(1 / (sums.values.row(at) + PoissonSystem.largestSum), at: block << 9 | row)
                }
            }
        }
    }

    private func smooth(
        _ field: FloatMemory, to smoothed: FloatMemory, _ workers: some Workers, _ shouldStop: @Sendable () -> Bool
    ) -> Bool {
        level.forEachPiece(workers, shouldStop) { blocks in
            let patch = LatticePatch()
            for block in blocks {
                patch.load(field, level, block)
                Self.forEachRow { row, at in smoothed.store(Self.smoothed(patch.values, at), at: block << 9 | row) }
            }
        }
    }

    /// A row of the flow smoothed by ¼, ½, ¼ along each axis.
    @inline(__always) private static func smoothed(_ values: FloatMemory, _ at: Int) -> SIMD8<Float> {
        var sum = SIMD8<Float>()
        for dz in -1...1 {
            for dy in -1...1 {
                let line = at + dy * 10 + dz * 100
                let along = values.row(line - 1) + values.row(line) * 2 + values.row(line + 1)
                sum += along * Float((2 - abs(dy)) * (2 - abs(dz)))
            }
        }
        return sum / 64
    }

    /// Adds the steps to the values, and what they change to the residual.
    private func apply(_ workers: some Workers, _ shouldStop: @Sendable () -> Bool) -> Bool {
        level.forEachPiece(workers, shouldStop) { blocks in
            let (patch, sums) = (LatticePatch(), LatticePatch())
            for block in blocks {
                patch.load(step, level, block)
                sums.values.clear()
                system.addScreening(block, target: 0, of: patch, to: sums)
                Self.forEachRow { row, at in
                    let start = block << 9 | row
                    let change = sums.values.row(at) - PoissonSystem.stiffness(patch.values, at)
                    residual.store(residual.row(start) + change, at: start)
                    level.values.store(level.values.row(start) + patch.values.row(at), at: start)
                }
            }
        }
    }

    /// Makes the next steps of the ones before and the residual.
    private func advance(
        _ keep: Float, _ gain: Float, _ workers: some Workers, _ shouldStop: @Sendable () -> Bool
    ) -> Bool {
        level.forEachPiece(workers, shouldStop) { blocks in
            for at in stride(from: blocks.lowerBound << 9, to: blocks.upperBound << 9, by: 8) {
                step.store(step.row(at) * keep + residual.row(at) * inverse.row(at) * gain, at: at)
            }
        }
    }

    /// Calls `body` with the index of each row in a block and in a patch.
    @inline(__always) private static func forEachRow(_ body: (_ row: Int, _ at: Int) -> Void) {
        for row in 0..<64 { body(row << 3, LatticePatch.index(0, row & 7, row >> 3)) }
    }
}
