import MeshFormats
import Testing

@Suite("Distinct names") struct DistinctNamesTests {
    @Test("are numbered, or have underscores, in the order in which they are asked for")
    func order() {
        var names = DistinctNames(taken: ["b"])
        #expect(["a", "a", "a_2", "a", "b"].map { names.numbered($0) } == ["a", "a_2", "a_2_2", "a_3", "b_2"])
        names = DistinctNames(taken: ["b"])
        #expect(
            ["a", "a", "a", "a", "a", "a", "b"].map { names.underscored($0) }
                == ["a", "a_", "a__", "a___", "a_4", "a_5", "b_"])
    }

    @Test("pass over numbers that are taken")
    func takenNumbers() {
        var names = DistinctNames(taken: ["a", "a_2", "a_3", "b", "b_", "b__", "b___", "b_4"])
        let own = [names.numbered("a"), names.numbered("a"), names.underscored("b")]
        #expect(own == ["a_4", "a_5", "b_5"])
    }

    @Test("of a hundred thousand equal ones are short and found at once")
    func many() {
        var names = DistinctNames()
        let all = (0..<100_000).map { $0 % 2 == 0 ? names.numbered("a") : names.underscored("b") }
        #expect(Set(all).count == all.count && all.allSatisfy { $0.utf8.count < 9 })
    }
}
