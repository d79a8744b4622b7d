extension PageScript {
    /// Colours what is lost or changed.
    static let changes = #"""
        // What is lost or changed, in colour on the models.

        /// After Okabe and Ito's colours, which people tell apart whatever colours they see; below, little to much.
        const KIND_COLORS = {
            lost: [213, 94, 0], changed: [0, 114, 178], form: [176, 96, 143], added: [0, 143, 104],
        };
        const LEVEL_COLORS = [[230, 159, 0], [240, 228, 66], [86, 180, 233], [0, 114, 178]];
        const linear = value => value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;

        class Changes {
            constructor(view, data) {
                Object.assign(this, { view, data, chosen: undefined });
                for (const button of document.querySelectorAll("button.row")) {
                    button.addEventListener("click", () => {
                        const row = Number(button.dataset.row);
                        this.choose(this.chosen === row ? undefined : row);
                    });
                }
                const stage = find("stage"), edge = find("edge");
                const cut = () => {
                    const [, after] = view.panes;
                    const isOn = stage.classList.contains("overlaid");
                    after.canvas.parentElement.style.clipPath = isOn ? `inset(0 0 0 ${edge.value}%)` : "";
                };
                find("swipe").addEventListener("click", () => {
                    const isOn = stage.classList.toggle("overlaid");
                    find("swipe").setAttribute("aria-pressed", isOn);
                    edge.hidden = !isOn;
                    cut();
                    view.redraw();
                });
                edge.addEventListener("input", cut);
            }

            /// Colours a row, or none.
            choose(row) {
                this.chosen = row;
                for (const button of document.querySelectorAll("button.row")) {
                    button.setAttribute("aria-pressed", Number(button.dataset.row) === row);
                }
                const entries = row === undefined ? [] : this.data.rows[row].entries;
                const kind = row === undefined ? undefined : this.data.rows[row].kind;
                this.view.panes.forEach((pane, side) => {
                    pane.drawing.chosen = row === undefined ? undefined : this.parts(entries.filter(own => own.side === side), kind);
                });
                this.explain(entries, kind);
                this.view.redraw();
            }

            parts(entries, kind) {
                const color = levels => (levels || KIND_COLORS[kind]).map(linear);
                const marks = new Map();
                for (const { material, level } of entries.flatMap(({ marks = [] }) => marks)) {
                    marks.set(material, color(level ? LEVEL_COLORS[level - 1] : undefined));
                }
                return {
                    color: color(), marks, meshes: new Set(entries.flatMap(({ meshes = [] }) => meshes)),
                    materials: new Set(entries.flatMap(({ materials = [] }) => materials)),
                };
            }

            explain(entries, kind) {
                const legend = find("legend");
                if (!legend) return;
                legend.hidden = !kind;
                legend.replaceChildren();
                if (!kind) return say("");
                const levels = new Set(entries.flatMap(({ marks = [] }) => marks.map(({ level }) => level)));
                const steps = [...levels].filter(level => level > 0).sort();
                const shares = ["up to a quarter", "to a half", "to three quarters", "to the whole"];
                const parts = steps.length
                    ? steps.map(level => [LEVEL_COLORS[level - 1], shares[level - 1]]) : [[KIND_COLORS[kind], "concerned"]];
                for (const [color, words] of parts) {
                    const swatch = document.createElement("span");
                    swatch.className = "swatch";
                    swatch.style.background = `rgb(${color.join()})`;
                    legend.append(swatch, ` ${words} `);
                }
                if (steps.length) legend.append("of the largest distance");
                const some = entries.some(entry => entry.exact === false);
                if (some) legend.append(" (some of what is coloured: which of it can't be told)");
                const counts = this.coloured(this.chosen);
                const words = Object.entries(counts).filter(([, count]) => count > 0)
                    .map(([name, count]) => `${count.toLocaleString("en")} ${name}`);
                say(words.length ? `Coloured: ${words.join(", ")}.` : "Nothing of it is in the picture.");
            }

            /// The triangles, lines, points and stored vertices that a row, or one entry of it, colours: counted in what is drawn.
            coloured(row, entry) {
                const { kind, entries } = this.data.rows[row];
                const wanted = entry === undefined ? entries : [entries[entry]];
                const total = { triangles: 0, lines: 0, points: 0, vertices: 0 };
                this.view.panes.forEach((pane, side) => {
                    const own = wanted.filter(one => one.side === side);
                    if (!own.length) return;
                    for (const [name, count] of Object.entries(pane.drawing.count(this.parts(own, kind)))) total[name] += count;
                });
                return total;
            }
        }
        """#
}
