extension PageScript {
    /// The camera, the clips and the measuring.
    static let view = #"""
        // The page: the camera, the clips and the measuring.

        const find = id => document.getElementById(id);
        const say = text => { find("said").textContent = text; };

        /// A length in the unit that a person would choose.
        function lengthWords(metres) {
            const units = [[1000, "km"], [1, "m"], [0.01, "cm"], [0, "mm"]];
            const name = units.find(([least]) => metres >= least)[1];
            const size = { km: 0.001, m: 1, cm: 100, mm: 1000 }[name];
            return `${Number((metres * size).toPrecision(4))} ${name}`;
        }

        class View {
            constructor(canvas, drawing, model) {
                Object.assign(this, { canvas, drawing, model, turn: 0.6, tilt: 0.4, seconds: 0, ends: [] });
                Object.assign(this, { isPlaying: false, isMeasuring: false });
                this.clip = model.clips[0];
                model.pose(this.clip, 0);
                this.fit();
                this.listen();
                new ResizeObserver(() => this.redraw()).observe(canvas);
                this.redraw();
            }

            fit() {
                const box = this.drawing.box() || [[-1, -1, -1], [1, 1, 1]];
                this.centre = box[0].map((low, at) => (low + box[1][at]) / 2);
                this.radius = Math.hypot(...subtract(box[1], box[0])) / 2 || 1;
                // The lens is 0.8 high; a narrow window is narrower.
                const side = Math.atan(Math.tan(0.4) * Math.min(1, this.canvas.clientWidth / this.canvas.clientHeight));
                this.distance = this.radius / Math.sin(side);
                this.redraw();
            }

            get eye() {
                const flat = Math.cos(this.tilt) * this.distance;
                const away = [Math.sin(this.turn) * flat, Math.sin(this.tilt) * this.distance, Math.cos(this.turn) * flat];
                return this.centre.map((value, axis) => value + away[axis]);
            }

            get matrix() {
                const near = Math.max(this.distance - this.radius * 3, this.distance / 1000, this.radius / 10000);
                const lens = perspective(0.8, this.canvas.width / this.canvas.height, near, this.distance + this.radius * 4);
                return multiply(lens, lookAt(this.eye, this.centre));
            }

            /// Points are as large as a room of a million of them needs.
            get pointSize() { return this.canvas.height * this.radius / 250; }

            redraw() {
                if (this.waits) return;
                this.waits = requestAnimationFrame(now => { this.waits = undefined; this.frame(now); });
            }

            frame(now) {
                const scale = window.devicePixelRatio || 1, { canvas } = this;
                for (const [side, length] of [["width", canvas.clientWidth], ["height", canvas.clientHeight]]) {
                    const pixels = Math.max(1, Math.round(length * scale));
                    if (canvas[side] !== pixels) canvas[side] = pixels;
                }
                if (this.isPlaying) {
                    this.seconds = (this.seconds + Math.max(0, now - this.before) / 1000) % (this.clip.seconds || 1);
                    find("time").value = this.seconds;
                    this.tell();
                }
                this.before = now;
                if (this.posed !== this.seconds) this.model.pose(this.clip, this.posed = this.seconds);
                this.drawing.gl.viewport(0, 0, canvas.width, canvas.height);
                this.drawing.draw(this.matrix, this.eye, this.pointSize);
                this.mark();
                document.documentElement.dataset.frames = (this.frames = (this.frames || 0) + 1);
                if (this.isPlaying) this.redraw();
            }

            tell() {
                find("moment").textContent = `${this.seconds.toFixed(2)} of ${this.clip.seconds.toFixed(2)} s`;
                find("time").setAttribute("aria-valuetext", find("moment").textContent);
            }

            // Input

            listen() {
                const { canvas } = this, pointers = new Map();
                let travelled = 0;
                canvas.addEventListener("pointerdown", event => {
                    canvas.setPointerCapture(event.pointerId);
                    pointers.set(event.pointerId, [event.clientX, event.clientY]);
                    travelled = 0;
                });
                canvas.addEventListener("pointermove", event => {
                    const before = pointers.get(event.pointerId);
                    if (!before) return;
                    const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
                    travelled += Math.abs(dx) + Math.abs(dy);
                    if (pointers.size === 2) {
                        const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
                        const apart = point => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
                        this.zoom(apart(before) / apart([event.clientX, event.clientY]));
                        this.shift(dx / 2, dy / 2);
                    } else if (event.shiftKey || event.buttons & 6) this.shift(dx, dy);
                    else this.orbit(dx / 200, dy / 200);
                    pointers.set(event.pointerId, [event.clientX, event.clientY]);
                });
                for (const end of ["pointerup", "pointercancel"]) {
                    canvas.addEventListener(end, event => {
                        pointers.delete(event.pointerId);
                        const isClick = end === "pointerup" && travelled < 4;
                        if (isClick && this.isMeasuring) this.measure(event.offsetX, event.offsetY);
                    });
                }
                canvas.addEventListener("wheel", event => {
                    event.preventDefault();
                    this.zoom(Math.exp(event.deltaY / 500));
                }, { passive: false });
                canvas.addEventListener("contextmenu", event => event.preventDefault());
                canvas.addEventListener("keydown", event => this.key(event));
                find("fit").addEventListener("click", () => {
                    Object.assign(this, { turn: 0.6, tilt: 0.4 });
                    this.fit();
                    say("The whole model is in view.");
                });
                find("measure").addEventListener("click", () => this.toggleMeasuring());
                if (!this.model.clips.length) return;
                find("clips").hidden = false;
                for (const [number, clip] of this.model.clips.entries()) find("clip").add(new Option(clip.name, number));
                find("clip").addEventListener("change", event => this.choose(this.model.clips[event.target.value]));
                find("play").addEventListener("click", () => this.play(!this.isPlaying));
                find("time").addEventListener("input", event => {
                    this.play(false);
                    this.seconds = Number(event.target.value);
                    this.tell();
                });
                this.choose(this.clip);
            }

            choose(clip) {
                Object.assign(this, { clip, seconds: 0, posed: undefined });
                find("time").max = clip.seconds;
                find("time").value = 0;
                this.tell();
                this.redraw();
            }

            play(isPlaying) {
                this.isPlaying = isPlaying;
                this.before = performance.now();
                find("play").textContent = isPlaying ? "Pause" : "Play";
                this.redraw();
            }

            key(event) {
                const acts = {
                    ArrowLeft: () => event.shiftKey ? this.shift(-20, 0) : this.orbit(-0.1, 0),
                    ArrowRight: () => event.shiftKey ? this.shift(20, 0) : this.orbit(0.1, 0),
                    ArrowUp: () => event.shiftKey ? this.shift(0, -20) : this.orbit(0, -0.1),
                    ArrowDown: () => event.shiftKey ? this.shift(0, 20) : this.orbit(0, 0.1),
                    "+": () => this.zoom(1 / 1.1), "=": () => this.zoom(1 / 1.1), "-": () => this.zoom(1.1),
                    Enter: () => {
                        if (this.isMeasuring) this.measure(this.canvas.clientWidth / 2, this.canvas.clientHeight / 2);
                    },
                };
                if (!acts[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
                event.preventDefault();
                acts[event.key]();
            }

            orbit(turn, tilt) {
                this.turn -= turn;
                this.tilt = Math.max(-1.55, Math.min(1.55, this.tilt + tilt));
                this.redraw();
            }

            zoom(factor) {
                this.distance = Math.max(this.radius / 1000, Math.min(this.radius * 50, this.distance * factor));
                this.redraw();
            }

            shift(dx, dy) {
                const back = unit(subtract(this.eye, this.centre));
                const right = unit(cross([0, 1, 0], back)), up = cross(back, right);
                const size = this.distance * 0.85 / this.canvas.clientHeight;
                this.centre = this.centre.map((value, at) => value - right[at] * dx * size + up[at] * dy * size);
                this.redraw();
            }

            // Measuring

            toggleMeasuring() {
                this.isMeasuring = !this.isMeasuring;
                this.ends = [];
                find("measure").setAttribute("aria-pressed", this.isMeasuring);
                say(this.isMeasuring ? "Click two places, or press Enter for the place in the middle." : "");
                this.redraw();
            }

            measure(x, y) {
                const scale = this.canvas.width / this.canvas.clientWidth;
                const [column, row] = [Math.round(x * scale), this.canvas.height - 1 - Math.round(y * scale)];
                const place = this.drawing.placeAt(column, row, this.matrix, this.eye, this.pointSize);
                this.redraw();
                if (!place) return say("There is nothing at that place.");
                this.ends = this.ends.length === 2 ? [place] : [...this.ends, place];
                say(this.ends.length === 1 ? "From here to where?" : lengthWords(Math.hypot(...subtract(...this.ends))));
            }

            /// The ends of what is measured, as marks over the picture.
            mark() {
                const at = this.ends.map(end => {
                    const [x, y, , w] = applied(this.matrix, end);
                    return [(x / w + 1) / 2 * this.canvas.clientWidth, (1 - y / w) / 2 * this.canvas.clientHeight];
                });
                find("line").setAttribute("d", at.length ? `M ${at.map(point => point.join(" ")).join(" L ")}` : "");
                const ring = ([x, y]) => `M ${x - 4} ${y} a 4 4 0 1 0 8 0 a 4 4 0 1 0 -8 0`;
                find("dots").setAttribute("d", at.map(ring).join(" "));
                const isMiddle = this.isMeasuring && document.activeElement === this.canvas;
                const [cx, cy] = [this.canvas.clientWidth / 2, this.canvas.clientHeight / 2];
                find("middle").setAttribute("d", isMiddle ? `M ${cx - 8} ${cy} h 16 M ${cx} ${cy - 8} v 16` : "");
            }
        }

        async function open() {
            const text = find("model").textContent;
            const bytes = await (await fetch(`data:application/octet-stream;base64,${text.trim()}`)).arrayBuffer();
            const model = new Model(bytes), drawing = new Drawing(find("view"), model);
            await drawing.load();
            window.view = new View(find("view"), drawing, model);
            find("wait").hidden = true;
        }

        open().catch(error => { find("wait").textContent = `The model can't be shown: ${error.message}`; });
        """#
}
