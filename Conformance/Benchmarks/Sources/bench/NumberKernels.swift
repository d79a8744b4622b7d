import MeshBytes

/// Reading and printing numbers.
enum NumberKernels {
    static func all(_ count: Int) -> [Kernel] {
        let numbers = Room.numbers(count)
        let texts = numbers.map { NumberPrinter.text($0) }
        let text = Array(texts.joined(separator: " ").utf8)
        let doubles = numbers.map { Double($0) * 1.000_000_123 }
        return [
            Kernel(
                name: "read float32", amount: count, unit: "numbers",
                run: {
                    keep(
                        TextCursor.over(text) { cursor in
                            var sum: Float = 0
                            while let number = cursor.readFloat32() {
                                sum += number
                                cursor.skipBlanks()
                            }
                            return sum
                        })
                },
                reference: ("Float(Substring)", { keep(texts.reduce(Float(0)) { $0 + (Float($1) ?? 0) }) }),
                threshold: 3),
            Kernel(
                name: "print float32", amount: count, unit: "numbers",
                run: {
                    var buffer = TextBuffer(capacity: count * 16)
                    for number in numbers {
                        buffer.append(number)
                        buffer.append(byte: 0x20)
                    }
                    keep(buffer.count)
                },
                reference: ("Float.description", { keep(numbers.reduce(0) { $0 + $1.description.utf8.count }) }),
                threshold: 0.9),
            Kernel(
                name: "print float64", amount: count, unit: "numbers",
                run: {
                    var buffer = TextBuffer(capacity: count * 24)
                    for number in doubles {
                        buffer.append(number)
                        buffer.append(byte: 0x20)
                    }
                    keep(buffer.count)
                },
                reference: ("Double.description", { keep(doubles.reduce(0) { $0 + $1.description.utf8.count }) }),
                threshold: 1.3),
        ]
    }
}
