/// The functions of variable expressions.
enum USDExpressionFunction {
    private typealias Failure = USDExpression.Failure

    /// Calls a function.
    ///
    /// - Parameter isDefined: whether a variable has a value.
    static func call(
        _ name: String, _ arguments: [USDExpressionValue], isDefined: (String) -> Bool
    ) throws(USDExpression.Failure) -> USDExpressionValue {
        func expect(_ counts: ClosedRange<Int>) throws(USDExpression.Failure) {
            guard counts.contains(arguments.count) else {
                throw Failure(text: "\(name) does not take \(arguments.count) values")
            }
        }
        switch name {
        case "if":
            try expect(2...3)
            return try choose(arguments)
        case "eq", "neq", "lt", "leq", "gt", "geq":
            try expect(2...2)
            return .truth(try compare(name, arguments[0], arguments[1]))
        case "and", "or":
            try expect(2...Int.max)
            let truths = try arguments.map { (value) throws(USDExpression.Failure) in try truth(value, name) }
            return .truth(name == "and" ? !truths.contains(false) : truths.contains(true))
        case "not":
            try expect(1...1)
            return .truth(try !truth(arguments[0], name))
        case "contains":
            try expect(2...2)
            return .truth(try contains(arguments[0], arguments[1]))
        case "at":
            try expect(2...2)
            return try element(arguments[0], arguments[1])
        case "len":
            try expect(1...1)
            switch arguments[0] {
            case .text(let text): return .number(Int64(text.utf8.count))
            case .list(let values): return .number(Int64(values.count))
            default: throw Failure(text: "len takes a string or a list, found \(arguments[0].typeName)")
            }
        case "defined":
            try expect(1...Int.max)
            var all = true
            for argument in arguments {
                guard case .text(let name) = argument else {
                    throw Failure(text: "defined takes names of variables, found \(argument.typeName)")
                }
                all = all && isDefined(name)
            }
            return .truth(all)
        default: throw Failure(text: "unknown function '\(name)'")
        }
    }

    private static func truth(_ value: USDExpressionValue, _ name: String) throws(USDExpression.Failure) -> Bool {
        guard case .truth(let truth) = value else {
            throw Failure(text: "\(name) takes booleans, found \(value.typeName)")
        }
        return truth
    }

    private static func choose(_ arguments: [USDExpressionValue]) throws(USDExpression.Failure) -> USDExpressionValue {
        let isTrue = try truth(arguments[0], "if")
        let (yes, no) = (arguments[1], arguments.count > 2 ? arguments[2] : .none)
        guard yes.hasType(of: no) || yes == .none || no == .none else {
            throw Failure(text: "if takes two values of one type, found \(yes.typeName) and \(no.typeName)")
        }
        return isTrue ? yes : no
    }

    private static func compare(
        _ name: String, _ a: USDExpressionValue, _ b: USDExpressionValue
    ) throws(USDExpression.Failure) -> Bool {
        /// Negative, 0 or positive.
        let order: Int
        switch (a, b) {
        case (.text(let x), .text(let y)): order = x == y ? 0 : x.utf8.lexicographicallyPrecedes(y.utf8) ? -1 : 1
        case (.number(let x), .number(let y)): order = x == y ? 0 : x < y ? -1 : 1
        case (.truth(let x), .truth(let y)): order = x == y ? 0 : y ? -1 : 1
        case (.none, .none) where name == "eq" || name == "neq": order = 0
        default: throw Failure(text: "\(name) can't compare \(a.typeName) and \(b.typeName)")
        }
        switch name {
        case "eq": return order == 0
        case "neq": return order != 0
        case "lt": return order < 0
        case "leq": return order <= 0
        case "gt": return order > 0
        default: return order >= 0
        }
    }

    private static func contains(
        _ value: USDExpressionValue, _ part: USDExpressionValue
    ) throws(USDExpression.Failure) -> Bool {
        switch (value, part) {
        case (.text(let text), .text(let part)):
            let (whole, part) = (Array(text.utf8), Array(part.utf8))
            guard part.count <= whole.count else { return false }
            return (0...whole.count - part.count).contains { whole[$0..<$0 + part.count].elementsEqual(part) }
        case (.list(let values), let part):
            guard values.first.map({ $0.hasType(of: part) }) ?? true else { break }
            return values.contains(part)
        default: break
        }
        throw Failure(text: "contains can't look for \(part.typeName) in \(value.typeName)")
    }

    private static func element(
        _ value: USDExpressionValue, _ index: USDExpressionValue
    ) throws(USDExpression.Failure) -> USDExpressionValue {
        guard case .number(let number) = index else {
            throw Failure(text: "at takes an integer as its place, found \(index.typeName)")
        }
        func place(_ count: Int) throws(USDExpression.Failure) -> Int {
            let place = number < 0 ? number + Int64(count) : number
            guard place >= 0, place < Int64(count) else {
                throw Failure(text: "at: place \(number) is out of range")
            }
            return Int(place)
        }
        switch value {
        case .text(let text):
            let bytes = Array(text.utf8)
            return .text(String(decoding: [bytes[try place(bytes.count)]], as: UTF8.self))
        case .list(let values): return values[try place(values.count)]
        default: throw Failure(text: "at takes a string or a list, found \(value.typeName)")
        }
    }
}
