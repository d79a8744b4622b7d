import MeshConvert
import MeshConvertApple
import Testing

/// The one number for a bar.
@Suite struct ConversionProgressTests {
    @Test func itRisesThroughThePhasesAndNeverFalls() {
        let progress = ConversionProgress()
        let steps: [Work.Progress] = [
            .init(phase: .reading, completed: 0, total: 100), .init(phase: .reading, completed: 50, total: 100),
            .init(phase: .reading, completed: 10, total: 100), .init(phase: .fitting),
            .init(phase: .writing, completed: 5), .init(phase: .saving), .init(phase: .reading),
        ]
        #expect(steps.map { progress.update($0) } == [0, 166, 166, 333, 633, 950, 950])
    }

    @Test func countsBeyondTheirTotalStayInsideOfTheirPhase() {
        let progress = ConversionProgress()
        #expect(progress.update(.init(phase: .reading, completed: .max, total: 1)) == 333)
        #expect(progress.update(.init(phase: .reading, completed: 0, total: 0)) == 333)
    }

    @Test func aRealConversionEndsNearTheWhole() throws {
        let progress = ConversionProgress()
        var options = ConvertOptions()
        options.work = Work { _ = progress.update($0) }
        let arrays = MeshArrays(positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles: [0, 1, 2])
        try convert(.buffers(arrays), to: .data(named: "a.glb"), options: options)
        #expect((633..<1000).contains(progress.update(.init(phase: .reading))))
    }
}
