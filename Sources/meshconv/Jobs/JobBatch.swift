import MeshBytes
import MeshConvert
import MeshModel

/// Runs the jobs of a command line, several at once if asked to, and gives their outcomes to the log.
struct JobBatch: Sendable {
    let jobs: [ConvertJob]
    /// The number of inputs that are converted at once.
    let atOnce: Int
    /// The memory in bytes for all that run at once; nil: unknown.
    let memory: Int?
    let failsFast: Bool
    let log: JobLog

    /// - Parameters:
    ///   - cost: the memory in bytes that a job is expected to need; it is asked for only if several run at once.
    ///   - run: runs a job. Jobs of one input share a reading.
    func perform(
        cost: @escaping @Sendable (ConvertJob) -> Int,
        run: @escaping @Sendable (ConvertJob, SharedReading?, Work) -> JobOutcome
    ) {
        let units = units
        guard atOnce > 1, units.count > 1 else {
            for unit in units {
                var share: JobQueue.Share?
                guard perform(unit, nil, &share, run) || !failsFast else { break }
            }
            return
        }
        let queue = JobQueue(units.count, budget: memory ?? .max / 2)
        queue.run(threads: atOnce) { number in
            let unit = units[number]
            var share: JobQueue.Share? = queue.enter(unit.map { cost(jobs[$0]) }.max() ?? 0)
            let isDone = perform(unit, queue, &share, run)
            if !isDone, failsFast { queue.stop() }
            if let share { queue.leave(share) }
        }
    }

    /// The jobs by number, those of one input together: they may write the same textures, and they share a reading.
    private var units: [[Int]] {
        var units: [[Int]] = []
        for index in jobs.indices {
            if let last = units.last?.first, ExactText.areSame(jobs[last].input, jobs[index].input) {
                units[units.count - 1].append(index)
            } else {
                units.append([index])
            }
        }
        return units
    }

    /// Runs the jobs of one input. Returns whether all succeeded.
    private func perform(
        _ unit: [Int], _ queue: JobQueue?, _ share: inout JobQueue.Share?,
        _ run: (ConvertJob, SharedReading?, Work) -> JobOutcome
    ) -> Bool {
        let reading = unit.count > 1 ? SharedReading() : nil
        let watchdog = Watchdog.shared
        var isDone = true
        for index in unit where isDone || !failsFast {
            watchdog.makeRoom()
            var outcome = watchdog.running { run(jobs[index], reading, $0) }
            if outcome.status == .limit, let held = share, !held.isAlone, watchdog.isOutOfMemory, let queue {
                // It may not be at fault: it gets another try with nothing beside it.
                queue.leave(held)
                share = queue.enter(nil)
                watchdog.forgetMemory()
                outcome = watchdog.running { run(jobs[index], reading, $0) }
            }
            // The next one has the memory of this one.
            if share?.isAlone ?? true { watchdog.forgetMemory() }
            log.add(outcome, at: index)
            isDone = isDone && outcome.status == .done
        }
        return isDone
    }
}
