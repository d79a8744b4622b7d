extension PageScript {
    /// Reads a GLB, and puts its nodes where a clip has them at a moment.
    static let model = #"""
        // The parts of a GLB that the page shows. meshconv wrote the file, so its structure is known to be right.

        const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
        const ARRAYS = {
            5120: Int8Array, 5121: Uint8Array, 5122: Int16Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array,
        };
        const VISIBLE = /^\/nodes\/(\d+)\/extensions\/KHR_node_visibility\/visible$/;
        const LARGEST = { 5120: 127, 5121: 255, 5122: 32767, 5123: 65535 };

        class Model {
            constructor(buffer) {
                const view = new DataView(buffer);
                let at = 12;
                this.bytes = new Uint8Array(0);
                while (at + 8 <= buffer.byteLength) {
                    const length = view.getUint32(at, true);
                    const chunk = new Uint8Array(buffer, at + 8, length);
                    if (view.getUint32(at + 4, true) === 0x4E4F534A) this.json = JSON.parse(new TextDecoder().decode(chunk));
                    else this.bytes = chunk;
                    at += 8 + length;
                }
                this.read = new Map();
                this.nodes = (this.json.nodes || []).map(node => ({
                    ...node, children: node.children || [], translation: node.translation || [0, 0, 0],
                    rotation: node.rotation || [0, 0, 0, 1], scale: node.scale || [1, 1, 1],
                    isVisible: node.extensions?.KHR_node_visibility?.visible !== false,
                }));
                this.rest = this.nodes.map(({ translation, rotation, scale, isVisible }) =>
                    ({ translation, rotation, scale, isVisible }));
                this.clips = (this.json.animations || []).map((clip, number) => this.clip(clip, number));
            }

            /// The values of an accessor, packed: whole numbers, or the fractions that they stand for.
            values(index) {
                if (!this.read.has(index)) this.read.set(index, this.unpacked(this.json.accessors[index]));
                return this.read.get(index);
            }

            unpacked(accessor) {
                const width = COMPONENTS[accessor.type];
                const { bufferView, byteOffset = 0, componentType, count: length } = accessor;
                const values = this.rows(bufferView, byteOffset, componentType, width, length);
                if (accessor.sparse) {
                    const { count, indices, values: own } = accessor.sparse;
                    const places = this.rows(indices.bufferView, indices.byteOffset || 0, indices.componentType, 1, count);
                    const rows = this.rows(own.bufferView, own.byteOffset || 0, accessor.componentType, width, count);
                    places.forEach((place, number) =>
                        values.set(rows.subarray(number * width, (number + 1) * width), place * width));
                }
                if (!accessor.normalized) return values;
                return Float32Array.from(values, value => Math.max(-1, value / LARGEST[accessor.componentType]));
            }

            rows(viewIndex, offset, type, width, count) {
                const Kind = ARRAYS[type];
                if (viewIndex === undefined) return new Kind(count * width);
                const view = this.json.bufferViews[viewIndex];
                const start = this.bytes.byteOffset + (view.byteOffset || 0) + offset;
                const row = width * Kind.BYTES_PER_ELEMENT;
                const stride = view.byteStride || row;
                if (stride === row && start % Kind.BYTES_PER_ELEMENT === 0) {
                    return new Kind(this.bytes.buffer, start, count * width).slice();
                }
                const packed = new Uint8Array(count * row);
                for (let number = 0; number < count; number++) {
                    packed.set(new Uint8Array(this.bytes.buffer, start + number * stride, row), number * row);
                }
                return new Kind(packed.buffer);
            }

            image(index) {
                const { bufferView, mimeType } = this.json.images[index];
                const view = this.json.bufferViews[bufferView];
                const start = view.byteOffset || 0;
                return new Blob([this.bytes.subarray(start, start + view.byteLength)], { type: mimeType });
            }

            clip(clip, number) {
                const channels = [];
                for (const { target, sampler } of clip.channels) {
                    const pointer = target.extensions?.KHR_animation_pointer?.pointer?.match(VISIBLE);
                    const node = pointer ? Number(pointer[1]) : target.node;
                    const path = pointer ? "isVisible" : target.path;
                    if (node === undefined || path === "pointer") continue;
                    const { input, output, interpolation } = clip.samplers[sampler];
                    const [times, values] = [this.values(input), this.values(output)];
                    channels.push({ node, path, times, values, mode: interpolation || "LINEAR" });
                }
                const seconds = channels.reduce((last, { times }) => Math.max(last, times[times.length - 1] || 0), 0);
                // Signs that turn the direction of text are no part of a name.
                const name = clip.name?.replace(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, "");
                return { name: name || `Animation ${number + 1}`, seconds, channels };
            }

            /// Puts all nodes where a clip has them at a moment; without a clip, where they rest.
            pose(clip, seconds) {
                this.nodes.forEach((node, index) => Object.assign(node, this.rest[index], { moved: undefined }));
                for (const channel of clip ? clip.channels : []) {
                    const value = sampled(channel, seconds);
                    if (channel.path === "weights") this.nodes[channel.node].moved = value;
                    else if (channel.path === "isVisible") this.nodes[channel.node].isVisible = value[0] !== 0;
                    else this.nodes[channel.node][channel.path] = value;
                }
                this.place();
            }

            /// The world matrix of each node, and whether it is shown.
            place() {
                for (const node of this.nodes) [node.world, node.isShown] = [undefined, false];
                const scene = (this.json.scenes || [])[this.json.scene || 0];
                const open = (scene?.nodes || []).map(index => [index, identity(), true]);
                while (open.length) {
                    const [index, above, shown] = open.pop();
                    const node = this.nodes[index];
                    if (node.world) continue;
                    node.world = multiply(above, node.matrix || composed(node.translation, node.rotation, node.scale));
                    node.isShown = shown && node.isVisible;
                    for (const child of node.children) open.push([child, node.world, node.isShown]);
                }
            }

            /// The matrices of a skin's joints, one behind the other.
            joints(index) {
                const { joints, inverseBindMatrices } = this.json.skins[index];
                const inverse = inverseBindMatrices === undefined ? undefined : this.values(inverseBindMatrices);
                const all = new Float32Array(joints.length * 16);
                joints.forEach((joint, at) => {
                    const own = inverse ? Array.from(inverse.subarray(at * 16, at * 16 + 16)) : identity();
                    // The last row is read as 0 0 0 1, whatever it says.
                    [own[3], own[7], own[11], own[15]] = [0, 0, 0, 1];
                    all.set(multiply(this.nodes[joint].world || identity(), own), at * 16);
                });
                return all;
            }
        }

        /// The value of a channel at a moment, as many numbers as one key has.
        function sampled({ times, values, mode, path }, seconds) {
            const isCubic = mode === "CUBICSPLINE";
            const width = values.length / times.length / (isCubic ? 3 : 1);
            const key = (number, part) => {
                const start = (isCubic ? number * 3 + part : number) * width;
                return Array.from(values.subarray(start, start + width));
            };
            let low = 0, high = times.length - 1;
            if (seconds <= times[0]) return key(0, 1);
            if (seconds >= times[high]) return key(high, 1);
            while (high - low > 1) {
                const middle = (low + high) >> 1;
                if (times[middle] <= seconds) low = middle; else high = middle;
            }
            const step = times[high] - times[low], share = (seconds - times[low]) / step;
            const [from, to] = [key(low, 1), key(high, 1)];
            if (mode === "STEP") return from;
            if (!isCubic) {
                if (path === "rotation") return slerp(from, to, share);
                return from.map((value, at) => value + (to[at] - value) * share);
            }
            const [leaving, arriving] = [key(low, 2), key(high, 0)];
            const square = share * share, cube = square * share;
            return from.map((value, at) =>
                (2 * cube - 3 * square + 1) * value + step * (cube - 2 * square + share) * leaving[at]
                + (3 * square - 2 * cube) * to[at] + step * (cube - square) * arriving[at]);
        }
        """#
}
