import MeshBytes
import MeshFormats
import Testing

@testable import FormatGLTF

/// Each file breaks one rule about animations.
@Suite struct GLTFCheckAnimationTests {
    private static let numbers = [Float](repeating: 0, count: 15) + [1]

    /// An animation whose accessor 0 has the times and accessor 1 the values.
    ///
    /// - Parameters:
    ///   - times: the numbers of accessor 0.
    ///   - values: the other members of accessor 1.
    ///   - rows: the bytes of accessor 1.
    ///   - node: the members of the node.
    private func animated(
        times: [Float] = [0, 1], values: String = #""componentType": 5126, "count": 2, "type": "VEC3""#,
        rows: [UInt8] = GLTFSample.floats(numbers), path: String = "translation", node: String = "",
        sampler: String = "", target: String = #""node": 0"#, input: String? = nil, _ more: String = ""
    ) throws -> [String] {
        let bytes = GLTFSample.floats(times)
        let bounds = #""min": [\#(times.min() ?? 0)], "max": [\#(times.max() ?? 0)]"#
        let input = input ?? #""componentType": 5126, "count": \#(times.count), "type": "SCALAR", \#(bounds)"#
        return try GLTFCheckTests.findings(
            #""buffers": [{"byteLength": \#(bytes.count + rows.count)}], "bufferViews": ["#
                + #"{"buffer": 0, "byteLength": \#(bytes.count)}, "#
                + #"{"buffer": 0, "byteLength": \#(rows.count), "byteOffset": \#(bytes.count)}], "#
                + #""accessors": [{"bufferView": 0, \#(input)}, {"bufferView": 1, \#(values)}], "nodes": [{\#(node)}], "#
                + #""animations": [{"samplers": [{"input": 0, "output": 1\#(sampler)}], "channels": [{"sampler": 0,"#
                + #" "target": {"path": "\#(path)"\#(target.isEmpty ? "" : ", ")\#(target)}}]}]\#(more)"#,
            bytes: bytes + rows)
    }

    private let input = "/animations/0/samplers/0/input"
    private let channel = "/animations/0/channels/0"

    @Test func timesGrowFromZero() throws {
        #expect(try animated() == [])
        #expect(try animated(times: [0, 0]) == ["accessor-animation-input-non-increasing \(input)"])
        #expect(try animated(times: [-1, 0]) == ["accessor-animation-input-negative \(input)"])
        #expect(
            try animated(input: #""componentType": 5126, "count": 2, "type": "SCALAR""#) == [
                "animation-sampler-input-accessor-without-bounds \(input)"
            ])
        #expect(
            try animated(input: #""componentType": 5123, "count": 2, "type": "SCALAR", "min": [0], "max": [0]"#)
                .contains("animation-sampler-input-accessor-invalid-format \(input)"))
        #expect(
            try animated(
                times: [1], values: #""componentType": 5126, "count": 3, "type": "VEC3""#,
                sampler: #", "interpolation": "CUBICSPLINE""#) == [
                    "animation-sampler-input-accessor-too-few-elements \(input)"
                ])
    }

    @Test func valuesFitThePathAndTheTimes() throws {
        #expect(
            try animated(values: #""componentType": 5126, "count": 2, "type": "VEC4""#, path: "scale") == [
                "animation-sampler-output-accessor-invalid-format \(channel)/sampler"
            ])
        #expect(
            try animated(values: #""componentType": 5126, "count": 3, "type": "VEC3""#) == [
                "animation-sampler-output-accessor-invalid-count \(channel)/sampler"
            ])
        #expect(
            try animated(sampler: #", "interpolation": "CUBICSPLINE""#) == [
                "animation-sampler-output-accessor-invalid-count \(channel)/sampler"
            ])
    }

    @Test func rotationsHaveTheLengthOne() throws {
        let code = "accessor-animation-sampler-output-non-normalized-quaternion \(channel)/sampler"
        let values = #""componentType": 5126, "count": 2, "type": "VEC4""#
        let (unit, other): ([Float], [Float]) = ([0, 0, 0, 1], [0, 0, 0, 2])
        #expect(try animated(values: values, rows: GLTFSample.floats(unit + unit), path: "rotation") == [])
        #expect(try animated(values: values, rows: GLTFSample.floats(unit + other), path: "rotation") == [code])
        // Tangents of cubic curves have any length; a byte of 127 is 1.
        let cubic = #", "interpolation": "CUBICSPLINE""#
        let six = #""componentType": 5126, "count": 6, "type": "VEC4""#
        let tangents = other + unit + other
        #expect(
            try animated(
                values: six, rows: GLTFSample.floats(tangents + tangents), path: "rotation", sampler: cubic) == [])
        #expect(
            try animated(
                values: #""componentType": 5120, "normalized": true, "count": 2, "type": "VEC4""#,
                rows: [0, 0, 0, 127, 0, 127, 0, 0], path: "rotation") == [])
    }

    @Test func channelsAnimateWhatThereIs() throws {
        #expect(try animated(path: "colour") == ["value-not-in-list \(channel)/target/path"])
        let identity = "[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]"
        #expect(
            try animated(node: #""matrix": \#(identity)"#) == ["animation-channel-target-node-matrix \(channel)/target"]
        )
        let scalars = #""componentType": 5126, "count": 2, "type": "SCALAR""#
        #expect(
            try animated(values: scalars, path: "weights") == [
                "animation-channel-target-node-weights-no-morphs \(channel)/target"
            ])
        #expect(try animated(target: #""node": 3"#) == ["unresolved-reference \(channel)/target/node"])
        let twice = try GLTFCheckTests.findings(
            #""nodes": [{}], "animations": [{"samplers": [{"input": 0, "output": 0}], "channels": ["#
                + #"{"sampler": 0, "target": {"node": 0, "path": "scale"}}, "#
                + #"{"sampler": 1, "target": {"node": 0, "path": "scale"}}]}], "#
                + #""accessors": [{"componentType": 5126, "count": 1, "type": "SCALAR", "min": [0], "max": [0]}]"#)
        #expect(
            twice == [
                "animation-sampler-output-accessor-invalid-format \(channel)/sampler",
                "unresolved-reference /animations/0/channels/1/sampler",
                "animation-duplicate-targets /animations/0/channels/1/target",
            ])
    }

    @Test func pointersHaveAPathOfTheirOwn() throws {
        let name = "KHR_animation_pointer"
        func pointing(_ path: String, _ node: String, _ text: String = "/nodes/0/scale") throws -> [String] {
            try animated(
                path: path, target: #"\#(node)"extensions": {"\#(name)": {"pointer": "\#(text)"}}"#,
                #", "extensionsUsed": ["\#(name)"]"#)
        }
        let place = "\(channel)/target/extensions/\(name)"
        #expect(try pointing("pointer", "") == [])
        #expect(try pointing("pointer", "", "nodes") == ["pattern-mismatch \(place)/pointer"])
        #expect(try pointing("pointer", "", "/a~2") == ["pattern-mismatch \(place)/pointer"])
        #expect(
            try pointing("translation", #""node": 0, "#) == [
                "khr-animation-pointer-animation-channel-target-node \(place)",
                "khr-animation-pointer-animation-channel-target-path \(place)",
            ])
    }
}
