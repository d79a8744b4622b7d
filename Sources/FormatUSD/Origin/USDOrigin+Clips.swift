import MeshBytes
import MeshFormats
import MeshModel

// Clips in the origin record. Their numbers are an array beside the text: as bits, and shorter than as digits.

extension USDOrigin {
    /// The most numbers in a record. What has more comes back as the file has it.
    static let mostNumbers = 1 << 24

    /// Adds numbers, and returns where they are; nil: they are too many.
    mutating func add(_ column: Column) -> Range<Int>? {
        let count = column.count * column.components
        guard column.type == .float32, numbers.count + count <= Self.mostNumbers else { return nil }
        let start = numbers.count
        for (_, block) in column.blocks(of: Float.self) {
            numbers += block
        }
        return start..<numbers.count
    }

    /// The numbers at a place as rows; nil: there are not so many.
    func column(_ start: Int, count: Int, components: Int) -> Column? {
        let (total, overflow) = count.multipliedReportingOverflow(by: components)
        guard !overflow, start >= 0, count >= 0, components > 0, start <= numbers.count, total <= numbers.count - start
        else { return nil }
        return Column(ContiguousArray(numbers[start..<start + total]), components: components)
    }
}

extension USDOrigin.Clip {
    var json: JSONValue {
        var members: [(String, JSONValue)] = []
        if let name { members.append(("name", .string(name))) }
        if let offset { members.append(("offset", .number(offset))) }
        if let end { members.append(("end", .number(end))) }
        members.add(
            "channels",
            channels.map { channel in
                let parts: [JSONValue] = [
                    .int(channel.node), .string(channel.property.rawValue), .int(channel.sampler),
                ]
                return .array(channel.tolerance > 0 ? parts + [.number(channel.tolerance)] : parts)
            })
        members.add("samplers", samplers.map(\.json))
        members.add("settings", settings.map(\.json))
        members.add("times", times.map { [.int($0.lowerBound), .int($0.count)] })
        return .object(members)
    }

    init?(json: JSONValue) {
        self.init(name: json["name"]?.string, offset: json["offset"]?.number, end: json["end"]?.number)
        for entry in json["channels"]?.array ?? [] {
            guard let parts = entry.array, parts.count >= 3, let node = parts[0].index, let sampler = parts[2].index,
                let property = parts[1].string.flatMap(AnimationChannel.Property.init(rawValue:))
            else { return nil }
            channels.append(
                Channel(
                    node: node, property: property, sampler: sampler,
                    tolerance: parts.count > 3 ? parts[3].number ?? 0 : 0))
        }
        guard let samplers = json.all("samplers", Sampler.init(json:)),
            let settings = json.all("settings", Setting.init(json:)), let times = json.all("times", \.pair)
        else { return nil }
        (self.samplers, self.settings) = (samplers, settings)
        for (start, count) in times {
            guard start >= 0, count >= 0, count <= USDOrigin.mostNumbers, start <= USDOrigin.mostNumbers else {
                return nil
            }
            self.times.append(start..<start + count)
        }
        guard channels.allSatisfy({ samplers.indices.contains($0.sampler) }),
            samplers.allSatisfy({ self.times.indices.contains($0.times) }),
            settings.allSatisfy({ self.times.indices.contains($0.times) })
        else { return nil }
    }
}

extension USDOrigin.Clip.Setting {
    fileprivate var json: JSONValue {
        [
            .string(part.word), .int(part.index), .string(name), .string(interpolation.rawValue), .int(times),
        ]
    }

    fileprivate init?(json: JSONValue) {
        guard let parts = json.array, parts.count == 5, let index = parts[1].index, let name = parts[2].string,
            let interpolation = parts[3].string.flatMap(AnimationSampler.Interpolation.init(rawValue:)),
            let times = parts[4].index
        else { return nil }
        let part: SettingChannel.Part
        switch parts[0].string {
        case "camera": part = .camera(index)
        case "light": part = .light(index)
        case "material": part = .material(index)
        default: return nil
        }
        self.init(part: part, name: name, interpolation: interpolation, times: times)
    }
}

extension USDOrigin.Clip.Sampler {
    fileprivate var json: JSONValue {
        var members: [(String, JSONValue)] = [
            ("interpolation", .string(interpolation.rawValue)), ("times", .int(times)),
        ]
        if let values { members.append(("values", .int(values))) }
        members.add("still", isStill)
        members.add("half", isHalf)
        return .object(members)
    }

    fileprivate init?(json: JSONValue) {
        guard let times = json["times"]?.index,
            let interpolation = json["interpolation"]?.string.flatMap(AnimationSampler.Interpolation.init(rawValue:))
        else { return nil }
        self.init(
            interpolation: interpolation, times: times, values: json["values"]?.index,
            isStill: json["still"]?.bool ?? false, isHalf: json["half"]?.bool ?? false)
    }
}
