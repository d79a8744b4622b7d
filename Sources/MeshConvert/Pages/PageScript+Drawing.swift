extension PageScript {
    /// Draws a model, and finds the place that a pixel shows.
    static let drawing = #"""
        const PLACES = Object.fromEntries([
            "position", "normal", "color", "uv", "joints", "weights", "joints1", "weights1", "movedBy", "turnedBy", "scaledBy",
        ].map((name, place) => [name, place]));

        class Drawing {
            /// `marks` are the materials of parts that are drawn only where they are chosen.
            constructor(canvas, model, marks = []) {
                Object.assign(this, { canvas, model, marks: new Set(marks), chosen: undefined });
                const gl = this.gl = canvas.getContext("webgl2", { antialias: true, premultipliedAlpha: false });
                if (!gl) throw new Error("This browser has no WebGL 2, which the view needs.");
                // One for what stands, one for what joints move, which takes longer for each vertex.
                this.programs = ["STILL", "SKIN"].map(kind => this.compiled(kind));
                this.white = this.texture(new Uint8Array([255, 255, 255, 255]));
                this.bones = gl.createTexture();
                this.images = new Map();
                this.parts = [];
                for (const [number, mesh] of (model.json.meshes || []).entries()) {
                    this.parts.push(mesh.primitives.map(primitive => this.part(primitive, mesh, number)));
                }
                this.copies = model.nodes.map(node => this.copiesOf(node));
                gl.enable(gl.DEPTH_TEST);
            }

            compiled(name) {
                const gl = this.gl, program = gl.createProgram(), uniforms = new Map();
                const vertex = VERTEX.replace("\n", `\n#define ${name}\n`);
                for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
                    const shader = gl.createShader(kind);
                    gl.shaderSource(shader, text);
                    gl.compileShader(shader);
                    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
                    gl.attachShader(program, shader);
                }
                for (const [name, place] of Object.entries(PLACES)) gl.bindAttribLocation(program, place, name);
                gl.linkProgram(program);
                if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
                const uniform = name => {
                    if (!uniforms.has(name)) uniforms.set(name, gl.getUniformLocation(program, name));
                    return uniforms.get(name);
                };
                return { program, uniform };
            }

            use({ program, uniform }) {
                this.gl.useProgram(program);
                this.uniform = uniform;
            }

            /// Sets what is the same for all parts.
            forAll(set) {
                for (const program of this.programs) {
                    this.use(program);
                    set();
                }
            }

            texture(pixels) {
                const gl = this.gl, texture = gl.createTexture();
                gl.bindTexture(gl.TEXTURE_2D, texture);
                gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
                return texture;
            }

            /// Decodes all images; parts are white until then.
            async load() {
                const gl = this.gl, { textures = [], images = [], samplers = [] } = this.model.json;
                const asStored = { premultiplyAlpha: "none", colorSpaceConversion: "none" };
                const decoded = await Promise.all(images.map(async (_, index) => {
                    try { return await createImageBitmap(this.model.image(index), asStored); } catch { return undefined; }
                }));
                textures.forEach((texture, index) => {
                    const bitmap = decoded[texture.source ?? texture.extensions?.EXT_texture_webp?.source];
                    if (!bitmap) return;
                    const sampler = samplers[texture.sampler] || {};
                    const made = gl.createTexture();
                    gl.bindTexture(gl.TEXTURE_2D, made);
                    gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
                    gl.generateMipmap(gl.TEXTURE_2D);
                    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, sampler.minFilter || gl.LINEAR_MIPMAP_LINEAR);
                    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, sampler.magFilter || gl.LINEAR);
                    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, sampler.wrapS || gl.REPEAT);
                    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, sampler.wrapT || gl.REPEAT);
                    this.images.set(index, made);
                });
                decoded.forEach(bitmap => bitmap?.close());
            }

            // Parts

            part(primitive, mesh, number) {
                const gl = this.gl, { attributes, targets } = primitive;
                // glTF's modes are WebGL's.
                const part = { array: gl.createVertexArray(), mode: primitive.mode ?? 4 };
                Object.assign(part, { mesh: number, material: primitive.material, source: attributes.POSITION });
                part.isMark = this.marks.has(primitive.material);
                const material = (this.model.json.materials || [])[primitive.material] || {};
                gl.bindVertexArray(part.array);
                const floats = name => Float32Array.from(this.model.values(attributes[name]));
                const positions = floats("POSITION");
                part.positions = positions;
                part.buffer = this.attribute("position", positions, 3);
                part.hasNormals = attributes.NORMAL !== undefined;
                if (part.hasNormals) this.attribute("normal", floats("NORMAL"), 3);
                part.hasColors = attributes.COLOR_0 !== undefined;
                if (part.hasColors) {
                    const { type } = this.model.json.accessors[attributes.COLOR_0];
                    this.attribute("color", floats("COLOR_0"), COMPONENTS[type]);
                }
                const map = material.pbrMetallicRoughness?.baseColorTexture || material.emissiveTexture;
                const set = map?.extensions?.KHR_texture_transform?.texCoord ?? map?.texCoord ?? 0;
                part.hasUV = attributes[`TEXCOORD_${set}`] !== undefined;
                if (part.hasUV) this.attribute("uv", floats(`TEXCOORD_${set}`), 2);
                part.sets = [];
                for (const [set, ending] of [[0, ""], [1, "1"]]) {
                    if (attributes[`JOINTS_${set}`] === undefined) continue;
                    part.sets.push([floats(`JOINTS_${set}`), floats(`WEIGHTS_${set}`)]);
                    this.attribute(`joints${ending}`, part.sets[set][0], 4);
                    this.attribute(`weights${ending}`, part.sets[set][1], 4);
                }
                part.count = positions.length / 3;
                if (primitive.indices !== undefined) {
                    const indices = this.model.values(primitive.indices);
                    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
                    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
                    const types = { 1: gl.UNSIGNED_BYTE, 2: gl.UNSIGNED_SHORT, 4: gl.UNSIGNED_INT };
                    part.indexType = types[indices.BYTES_PER_ELEMENT];
                    part.count = indices.length;
                }
                gl.bindVertexArray(null);
                part.targets = (targets || []).map(({ POSITION }) =>
                    POSITION === undefined ? undefined : this.model.values(POSITION));
                part.weights = mesh.weights || part.targets.map(() => 0);
                part.look = lookOf(material);
                if (part.isMark) Object.assign(part.look, { metal: 0, isDoubleSided: true, isClear: false });
                return part;
            }

            attribute(name, values, width) {
                const gl = this.gl, buffer = gl.createBuffer();
                gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
                gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
                gl.enableVertexAttribArray(PLACES[name]);
                gl.vertexAttribPointer(PLACES[name], width, gl.FLOAT, false, 0, 0);
                return buffer;
            }

            /// The buffers of EXT_mesh_gpu_instancing.
            copiesOf(node) {
                const attributes = node.extensions?.EXT_mesh_gpu_instancing?.attributes;
                if (!attributes) return undefined;
                const gl = this.gl, copies = { count: 0, sources: [] };
                const kinds = [["TRANSLATION", "movedBy", 3], ["ROTATION", "turnedBy", 4], ["SCALE", "scaledBy", 3]];
                for (const [key, name, width] of kinds) {
                    if (attributes[key] === undefined) continue;
                    const values = Float32Array.from(this.model.values(attributes[key])), buffer = gl.createBuffer();
                    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
                    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
                    copies.count = values.length / width;
                    copies.sources.push({ name, width, buffer, values });
                }
                return copies;
            }

            /// Moves the vertices of a part to where its targets want them.
            morph(part, weights) {
                const key = weights.join();
                if (!part.targets.length || part.morphed === key) return;
                part.morphed = key;
                const moved = part.positions.slice();
                part.targets.forEach((rows, number) => {
                    const weight = weights[number] || 0;
                    if (rows && weight) for (let at = 0; at < moved.length; at++) moved[at] += weight * rows[at];
                });
                const gl = this.gl;
                gl.bindBuffer(gl.ARRAY_BUFFER, part.buffer);
                gl.bufferData(gl.ARRAY_BUFFER, moved, gl.DYNAMIC_DRAW);
            }

            // Pictures

            /// Draws all that is shown; `isPlace`: each pixel is the place in the world that it shows.
            draw(view, eye, pointSize, isPlace = false) {
                const gl = this.gl;
                gl.viewport(0, 0, this.canvas.width, this.canvas.height);
                this.bound = undefined;
                this.forAll(() => {
                    gl.uniformMatrix4fv(this.uniform("view"), false, view);
                    gl.uniform3fv(this.uniform("eye"), eye);
                    gl.uniform1f(this.uniform("pointSize"), pointSize);
                    gl.uniform1i(this.uniform("isPlace"), isPlace);
                    gl.uniform1f(this.uniform("leastPoint"), 1);
                    gl.uniform1f(this.uniform("nearer"), 0);
                    gl.uniform1i(this.uniform("map"), 0);
                    gl.uniform1i(this.uniform("glowMap"), 1);
                    gl.uniform1i(this.uniform("bones"), 2);
                });
                gl.clearColor(0, 0, 0, 0);
                gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
                for (const isClear of [false, true]) {
                    gl.depthMask(!isClear || isPlace);
                    if (isClear && !isPlace) gl.enable(gl.BLEND); else gl.disable(gl.BLEND);
                    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
                    this.model.nodes.forEach((node, index) => {
                        if (!node.isShown || node.mesh === undefined) return;
                        for (const part of this.parts[node.mesh]) {
                            if (part.look.isClear !== isClear || part.isMark) continue;
                            this.drawPart(part, node, this.copies[index], isPlace ? [0, 0, 0, 0] : this.tint(part));
                        }
                    });
                }
                gl.depthMask(true);
                if (this.chosen && !isPlace) this.drawMarks(pointSize);
                gl.bindVertexArray(null);
            }

            /// The colour that a part takes on, and how much of it: what is not chosen turns grey.
            tint(part) {
                if (!this.chosen) return [0, 0, 0, 0];
                return this.isChosen(part, this.chosen) ? [...this.chosen.color, 1] : [0.4, 0.4, 0.4, 0.94];
            }

            isChosen(part, { meshes, materials }) { return meshes.has(part.mesh) || materials.has(part.material); }

            /// Draws the chosen marks over all else that is at their place.
            drawMarks(pointSize) {
                const gl = this.gl;
                gl.disable(gl.BLEND);
                gl.depthFunc(gl.LEQUAL);
                gl.enable(gl.POLYGON_OFFSET_FILL);
                gl.polygonOffset(-1, -2);
                this.forAll(() => {
                    gl.uniform1f(this.uniform("pointSize"), pointSize * 1.5);
                    gl.uniform1f(this.uniform("leastPoint"), 9 * (window.devicePixelRatio || 1));
                    gl.uniform1f(this.uniform("nearer"), 0.002);
                });
                this.model.nodes.forEach((node, index) => {
                    if (!node.isShown || node.mesh === undefined) return;
                    for (const part of this.parts[node.mesh]) {
                        const color = part.isMark && this.chosen.marks.get(part.material);
                        if (color) this.drawPart(part, node, this.copies[index], [...color, 1]);
                    }
                });
                gl.disable(gl.POLYGON_OFFSET_FILL);
                gl.depthFunc(gl.LESS);
            }

            /// The triangles, lines, points and stored vertices of what is chosen, each counted once whatever nodes show it.
            count(chosen) {
                const total = { triangles: 0, lines: 0, points: 0, vertices: 0 }, known = new Set();
                const shown = new Set(this.model.nodes.filter(node => node.isShown).map(node => node.mesh));
                for (const part of this.parts.flat()) {
                    const isOwn = part.isMark ? chosen.marks.has(part.material) : this.isChosen(part, chosen);
                    if (!isOwn || !shown.has(part.mesh)) continue;
                    const name = ["points", "lines", "lines", "lines"][part.mode] || "triangles";
                    total[name] += part.count / { points: 1, lines: 2, triangles: 3 }[name];
                    if (!part.isMark && !known.has(part.source)) total.vertices += part.positions.length / 3;
                    known.add(part.source);
                }
                return total;
            }

            drawPart(part, node, copies, tint) {
                const gl = this.gl, { look } = part;
                this.morph(part, node.moved || node.weights || part.weights);
                this.use(this.programs[node.skin === undefined ? 0 : 1]);
                gl.bindVertexArray(part.array);
                if (!part.hasColors) gl.vertexAttrib4f(PLACES.color, 1, 1, 1, 1);
                gl.vertexAttrib3f(PLACES.movedBy, 0, 0, 0);
                gl.vertexAttrib4f(PLACES.turnedBy, 0, 0, 0, 1);
                gl.vertexAttrib3f(PLACES.scaledBy, 1, 1, 1);
                gl.vertexAttrib4f(PLACES.joints1, 0, 0, 0, 0);
                gl.vertexAttrib4f(PLACES.weights1, 0, 0, 0, 0);
                gl.uniformMatrix4fv(this.uniform("model"), false, node.world);
                gl.uniform4fv(this.uniform("tint"), tint);
                if (node.skin !== undefined && this.bound !== node.skin) {
                    this.bind(this.model.joints(node.skin));
                    this.bound = node.skin;
                }
                gl.uniform1i(this.uniform("hasNormals"), part.hasNormals && !part.targets.length);
                gl.uniform1i(this.uniform("isSolid"), part.mode >= gl.TRIANGLES);
                gl.uniform4fv(this.uniform("base"), look.base);
                gl.uniform3fv(this.uniform("glow"), look.glow);
                gl.uniform1f(this.uniform("cutoff"), look.cutoff);
                gl.uniform1f(this.uniform("metal"), look.metal);
                gl.uniform1f(this.uniform("rough"), look.rough);
                gl.uniform1i(this.uniform("isUnlit"), look.isUnlit);
                gl.uniformMatrix3fv(this.uniform("mapping"), false, look.map);
                for (const [unit, index] of [[0, look.image], [1, look.glowImage]]) {
                    gl.activeTexture(gl.TEXTURE0 + unit);
                    gl.bindTexture(gl.TEXTURE_2D, (part.hasUV && this.images.get(index)) || this.white);
                }
                const mirrors = node.skin === undefined && determinant3(node.world) < 0;
                gl.frontFace(mirrors ? gl.CW : gl.CCW);
                if (look.isDoubleSided || part.mode < gl.TRIANGLES) gl.disable(gl.CULL_FACE);
                else gl.enable(gl.CULL_FACE);
                if (copies) this.drawCopies(part, copies);
                else if (part.indexType) gl.drawElements(part.mode, part.count, part.indexType, 0);
                else gl.drawArrays(part.mode, 0, part.count);
            }

            drawCopies(part, copies) {
                const gl = this.gl;
                for (const { name, width, buffer } of copies.sources) {
                    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
                    gl.enableVertexAttribArray(PLACES[name]);
                    gl.vertexAttribPointer(PLACES[name], width, gl.FLOAT, false, 0, 0);
                    gl.vertexAttribDivisor(PLACES[name], 1);
                }
                if (part.indexType) gl.drawElementsInstanced(part.mode, part.count, part.indexType, 0, copies.count);
                else gl.drawArraysInstanced(part.mode, 0, part.count, copies.count);
                // Another node may show the mesh without copies.
                for (const { name } of copies.sources) gl.disableVertexAttribArray(PLACES[name]);
            }

            bind(matrices) {
                const gl = this.gl;
                gl.activeTexture(gl.TEXTURE2);
                gl.bindTexture(gl.TEXTURE_2D, this.bones);
                gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, 4, matrices.length / 16, 0, gl.RGBA, gl.FLOAT, matrices);
                gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
                gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
            }

            /// The place in the world that a pixel shows; undefined where nothing is.
            placeAt(x, y, view, eye, pointSize) {
                const gl = this.gl;
                if (!gl.getExtension("EXT_color_buffer_float")) return undefined;
                const { width, height } = this.canvas;
                const target = gl.createFramebuffer(), color = gl.createTexture(), depth = gl.createRenderbuffer();
                gl.activeTexture(gl.TEXTURE3);
                gl.bindTexture(gl.TEXTURE_2D, color);
                gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, width, height);
                gl.bindRenderbuffer(gl.RENDERBUFFER, depth);
                gl.renderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, width, height);
                gl.bindFramebuffer(gl.FRAMEBUFFER, target);
                gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, color, 0);
                gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, depth);
                const pixel = new Float32Array(4);
                gl.enable(gl.SCISSOR_TEST);
                gl.scissor(x, y, 1, 1);
                this.draw(view, eye, pointSize, true);
                gl.readPixels(x, y, 1, 1, gl.RGBA, gl.FLOAT, pixel);
                gl.disable(gl.SCISSOR_TEST);
                gl.bindFramebuffer(gl.FRAMEBUFFER, null);
                gl.deleteFramebuffer(target);
                gl.deleteTexture(color);
                gl.deleteRenderbuffer(depth);
                return pixel[3] ? Array.from(pixel.subarray(0, 3)) : undefined;
            }

            /// The box of all that is shown now: [lowest, highest]; undefined: nothing is. Of many vertices some are taken.
            box() {
                const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
                const add = point => point.slice(0, 3).forEach((value, axis) => {
                    if (!Number.isFinite(value)) return;
                    low[axis] = Math.min(low[axis], value);
                    high[axis] = Math.max(high[axis], value);
                });
                this.model.nodes.forEach((node, index) => {
                    if (!node.isShown || node.mesh === undefined) return;
                    const joints = node.skin === undefined ? undefined : this.model.joints(node.skin);
                    const places = this.copies[index] ? placesOf(this.copies[index], node.world) : [node.world];
                    for (const part of this.parts[node.mesh]) {
                        if (part.isMark) continue;
                        const count = part.positions.length / 3, step = Math.ceil(count * places.length / 20000);
                        for (let at = 0; at < count; at += step) {
                            const point = Array.from(part.positions.subarray(at * 3, at * 3 + 3));
                            if (joints) add(skinned(part, joints, at, point));
                            else for (const place of places) add(applied(place, point));
                        }
                    }
                });
                return low[0] <= high[0] ? [low, high] : undefined;
            }
        }
        """#
}
