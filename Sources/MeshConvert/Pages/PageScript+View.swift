extension PageScript {
    /// The camera, the clips and the measuring.
    static let view = #"""
        // The page: the camera, the clips, the measuring and the colours of what changed.

        const find = id => document.getElementById(id);
        const say = text => { find("said").textContent = text; };

        /// A length in the unit that a person would choose.
        function lengthWords(metres) {
            const units = [[1000, "km"], [1, "m"], [0.01, "cm"], [0, "mm"]];
            const name = units.find(([least]) => metres >= least)[1];
            const size = { km: 0.001, m: 1, cm: 100, mm: 1000 }[name];
            return `${Number((metres * size).toPrecision(4))} ${name}`;
        }

        /// A model in a canvas.
        class Pane {
            constructor(canvas, drawing, model) {
                Object.assign(this, { canvas, drawing, model, middle: [0, 0, 0], radius: 1 });
                this.over = canvas.nextElementSibling;
            }

            /// The camera's place, and what it looks at.
            camera({ turn, tilt, far, shifted }) {
                const centre = this.middle.map((value, axis) => value + shifted[axis] * this.radius);
                // The lens is 0.8 high; a narrow window is narrower.
                const side = Math.atan(Math.tan(0.4) * Math.min(1, this.canvas.clientWidth / this.canvas.clientHeight || 1));
                const distance = far * this.radius / Math.sin(side);
                const flat = Math.cos(tilt) * distance;
                const away = [Math.sin(turn) * flat, Math.sin(tilt) * distance, Math.cos(turn) * flat];
                const eye = centre.map((value, axis) => value + away[axis]);
                const near = Math.max(distance - this.radius * 3, distance / 1000, this.radius / 10000);
                const lens = perspective(0.8, this.canvas.width / this.canvas.height, near, distance + this.radius * 4);
                return { eye, centre, distance, matrix: multiply(lens, lookAt(eye, centre)) };
            }

            /// Points are as large as a room of a million of them needs.
            get pointSize() { return this.canvas.height * this.radius / 250; }

            resize() {
                const scale = window.devicePixelRatio || 1, { canvas } = this;
                for (const [side, length] of [["width", canvas.clientWidth], ["height", canvas.clientHeight]]) {
                    const pixels = Math.max(1, Math.round(length * scale));
                    if (canvas[side] !== pixels) canvas[side] = pixels;
                }
            }
        }

        class View {
            constructor(panes) {
                Object.assign(this, { panes, turn: 0.6, tilt: 0.4, far: 1, shifted: [0, 0, 0], seconds: 0, ends: [] });
                Object.assign(this, { isPlaying: false, isMeasuring: false, measured: panes[0] });
                this.clips = panes.map(pane => pane.model.clips).reduce((a, b) => b.length > a.length ? b : a);
                this.clip = this.clips[0];
                for (const pane of panes) pane.model.pose(this.clipOf(pane), 0);
                this.fit();
                this.listen();
                for (const pane of panes) new ResizeObserver(() => this.redraw()).observe(pane.canvas);
                this.redraw();
            }

            /// The clip of a pane that is the chosen one: by its name, else by its place.
            clipOf({ model }) {
                if (!this.clip || model.clips.includes(this.clip)) return this.clip;
                return model.clips.find(({ name }) => name === this.clip.name) || model.clips[this.clips.indexOf(this.clip)];
            }

            /// Puts all in view. Models of about one size are seen from one place.
            fit() {
                const boxes = this.panes.map(pane => pane.drawing.box() || [[-1, -1, -1], [1, 1, 1]]);
                const size = box => Math.hypot(...subtract(box[1], box[0])) / 2 || 1;
                const middle = box => box[0].map((low, axis) => (low + box[1][axis]) / 2);
                const sizes = boxes.map(size), least = Math.min(...sizes), most = Math.max(...sizes);
                const apart = Math.hypot(...subtract(middle(boxes[0]), middle(boxes[boxes.length - 1])));
                this.isApart = most > least * 1.5 || apart > most;
                const low = [0, 1, 2].map(axis => Math.min(...boxes.map(box => box[0][axis])));
                const high = [0, 1, 2].map(axis => Math.max(...boxes.map(box => box[1][axis])));
                this.panes.forEach((pane, index) => {
                    const box = this.isApart ? boxes[index] : [low, high];
                    Object.assign(pane, { middle: middle(box), radius: size(box) });
                });
                Object.assign(this, { far: 1, shifted: [0, 0, 0] });
                this.redraw();
            }

            redraw() {
                if (this.waits) return;
                this.waits = requestAnimationFrame(now => { this.waits = undefined; this.frame(now); });
            }

            frame(now) {
                if (this.isPlaying) {
                    this.seconds = (this.seconds + Math.max(0, now - this.before) / 1000) % (this.clip.seconds || 1);
                    find("time").value = this.seconds;
                    this.tell();
                }
                this.before = now;
                const moves = this.clip && this.posed !== this.seconds;
                this.posed = this.seconds;
                for (const pane of this.panes) {
                    pane.resize();
                    if (moves) pane.model.pose(this.clipOf(pane), this.seconds);
                    const { matrix, eye } = pane.camera(this);
                    pane.drawing.draw(matrix, eye, pane.pointSize);
                }
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
                for (const pane of this.panes) this.listenTo(pane);
                find("fit").addEventListener("click", () => this.showAll());
                find("measure").addEventListener("click", () => this.toggleMeasuring());
                if (!this.clips.length) return;
                find("clips").hidden = false;
                for (const [number, clip] of this.clips.entries()) find("clip").add(new Option(clip.name, number));
                find("clip").addEventListener("change", event => this.choose(this.clips[event.target.value]));
                find("play").addEventListener("click", () => this.play(!this.isPlaying));
                find("time").addEventListener("input", event => this.go(Number(event.target.value)));
                this.choose(this.clip);
            }

            listenTo(pane) {
                const { canvas } = pane, pointers = new Map();
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
                        if (isClick && this.isMeasuring) this.measure(pane, event.offsetX, event.offsetY);
                    });
                }
                canvas.addEventListener("wheel", event => {
                    event.preventDefault();
                    this.zoom(Math.exp(event.deltaY / 500));
                }, { passive: false });
                canvas.addEventListener("contextmenu", event => event.preventDefault());
                canvas.addEventListener("keydown", event => this.key(event, pane));
                for (const change of ["focus", "blur"]) canvas.addEventListener(change, () => this.redraw());
            }

            showAll() {
                Object.assign(this, { turn: 0.6, tilt: 0.4 });
                this.fit();
                say(this.isApart ? "The models differ in size or place: each is shown by itself." : "The whole model is in view.");
            }

            choose(clip) {
                Object.assign(this, { clip, seconds: 0, posed: undefined });
                find("time").max = clip.seconds;
                find("time").value = 0;
                this.tell();
                this.redraw();
            }

            play(isPlaying) {
                if (!this.clip) return;
                this.isPlaying = isPlaying;
                this.before = performance.now();
                find("play").textContent = isPlaying ? "Pause" : "Play";
                this.redraw();
            }

            go(seconds) {
                if (!this.clip) return;
                this.play(false);
                this.seconds = Math.max(0, Math.min(this.clip.seconds, seconds));
                find("time").value = this.seconds;
                this.tell();
            }

            key(event, pane) {
                const acts = {
                    ArrowLeft: () => event.shiftKey ? this.shift(-20, 0) : this.orbit(-0.1, 0),
                    ArrowRight: () => event.shiftKey ? this.shift(20, 0) : this.orbit(0.1, 0),
                    ArrowUp: () => event.shiftKey ? this.shift(0, -20) : this.orbit(0, -0.1),
                    ArrowDown: () => event.shiftKey ? this.shift(0, 20) : this.orbit(0, 0.1),
                    "+": () => this.zoom(1 / 1.1), "=": () => this.zoom(1 / 1.1), "-": () => this.zoom(1.1),
                    0: () => this.showAll(), m: () => this.toggleMeasuring(), " ": () => this.play(!this.isPlaying),
                    ",": () => this.go(this.seconds - 0.1), ".": () => this.go(this.seconds + 0.1),
                    Enter: () => {
                        if (this.isMeasuring) this.measure(pane, pane.canvas.clientWidth / 2, pane.canvas.clientHeight / 2);
                    },
                };
                const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
                if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
                event.preventDefault();
                act();
            }

            orbit(turn, tilt) {
                this.turn -= turn;
                this.tilt = Math.max(-1.55, Math.min(1.55, this.tilt + tilt));
                this.redraw();
            }

            zoom(factor) {
                this.far = Math.max(0.0005, Math.min(25, this.far * factor));
                this.redraw();
            }

            shift(dx, dy) {
                const [pane] = this.panes, { eye, centre, distance } = pane.camera(this);
                const back = unit(subtract(eye, centre));
                const right = unit(cross([0, 1, 0], back)), up = cross(back, right);
                const size = distance * 0.85 / (pane.canvas.clientHeight || 1) / pane.radius;
                this.shifted = this.shifted.map((value, at) => value - right[at] * dx * size + up[at] * dy * size);
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

            measure(pane, x, y) {
                const { canvas } = pane, scale = canvas.width / canvas.clientWidth;
                const [column, row] = [Math.round(x * scale), canvas.height - 1 - Math.round(y * scale)];
                const { matrix, eye } = pane.camera(this);
                const place = pane.drawing.placeAt(column, row, matrix, eye, pane.pointSize);
                this.redraw();
                if (!place) return say("There is nothing at that place.");
                if (this.measured !== pane) Object.assign(this, { measured: pane, ends: [] });
                this.ends = this.ends.length === 2 ? [place] : [...this.ends, place];
                say(this.ends.length === 1 ? "From here to where?" : lengthWords(Math.hypot(...subtract(...this.ends))));
            }

            /// The ends of what is measured, as marks over the picture.
            mark() {
                for (const pane of this.panes) {
                    const { canvas, over } = pane, { matrix } = pane.camera(this);
                    const ends = pane === this.measured ? this.ends : [];
                    const at = ends.map(end => {
                        const [x, y, , w] = applied(matrix, end);
                        return [(x / w + 1) / 2 * canvas.clientWidth, (1 - y / w) / 2 * canvas.clientHeight];
                    });
                    const put = (name, path) => over.querySelector(name).setAttribute("d", path);
                    put(".line", at.length ? `M ${at.map(point => point.join(" ")).join(" L ")}` : "");
                    put(".dots", at.map(([x, y]) => `M ${x - 4} ${y} a 4 4 0 1 0 8 0 a 4 4 0 1 0 -8 0`).join(" "));
                    const isMiddle = this.isMeasuring && document.activeElement === canvas;
                    const [cx, cy] = [canvas.clientWidth / 2, canvas.clientHeight / 2];
                    put(".middle", isMiddle ? `M ${cx - 8} ${cy} h 16 M ${cx} ${cy - 8} v 16` : "");
                }
            }
        }

        async function open() {
            const data = find("data") ? JSON.parse(find("data").textContent) : undefined;
            const panes = [];
            for (const [canvas, name] of [["view", "model"], ["view2", "model2"]]) {
                if (!find(name)) continue;
                const text = find(name).textContent;
                const bytes = await (await fetch(`data:application/octet-stream;base64,${text.trim()}`)).arrayBuffer();
                find(name).remove();
                const model = new Model(bytes), marks = data ? data.marks[panes.length] : [];
                const drawing = new Drawing(find(canvas), model, marks);
                await drawing.load();
                panes.push(new Pane(find(canvas), drawing, model));
            }
            window.view = new View(panes);
            if (data) window.changes = new Changes(window.view, data);
            find("wait").hidden = true;
        }

        open().catch(error => { find("wait").textContent = `The model can't be shown: ${error.message}`; });
        """#
}
