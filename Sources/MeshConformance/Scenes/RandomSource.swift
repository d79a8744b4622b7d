import MeshOperations

/// A seeded random number generator. A seed gives the same scene on every machine.
package struct RandomSource: RandomNumberGenerator, Sendable {
    private var generator: SplitMix64

    package init(seed: UInt64) { generator = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678) }

    /// Returns the next 64 bits.
    package mutating func next() -> UInt64 { generator.next() }

    /// Returns true with a probability of 1 in `n`.
    package mutating func oneIn(_ n: Int) -> Bool { Int.random(in: 0..<max(n, 1), using: &self) == 0 }

    /// Returns one of the choices.
    package mutating func pick<T>(_ first: T, _ rest: T...) -> T {
        let index = Int.random(in: 0...rest.count, using: &self)
        return index == 0 ? first : rest[index - 1]
    }

    /// Returns an integer in a range.
    package mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}
