/// What the page does. All text from files goes in as text, never as markup.
enum PageScript {
    static let text = #"""
        "use strict";
        const $ = id => document.getElementById(id);
        const KNOWN = ["zip", "usdz", "usdc", "usda", "usd", "glb", "gltf", "obj", "ply", "stl", "off"];
        let model = null;

        function element(name, text, kind) {
            const made = document.createElement(name);
            if (text) made.textContent = text;
            if (kind) made.className = kind;
            return made;
        }
        function say(text) { $("said").textContent = text; }
        const encoded = path => path.split("/").map(encodeURIComponent).join("/");
        const ending = path => path.toLowerCase().split(".").pop();

        async function ask(path, options) {
            const answer = await fetch(path, options);
            const text = await answer.text();
            if (!answer.ok) throw new Error(text.trim() || answer.statusText);
            return text && JSON.parse(text);
        }
        function bytes(count) {
            if (count < 1e3) return `${count} bytes`;
            const [unit, size] = count < 1e6 ? ["kB", 1e3] : count < 1e9 ? ["MB", 1e6] : ["GB", 1e9];
            return `${(count / size).toFixed(count / size < 10 ? 1 : 0)} ${unit}`;
        }

        // Dropped folders are walked; a browser hands out their entries in groups.
        async function entries(items) {
            const found = [];
            const roots = [...items].map(item => item.webkitGetAsEntry && item.webkitGetAsEntry()).filter(Boolean);
            const open = roots.map(entry => [entry, entry.name]);
            while (open.length) {
                const [entry, path] = open.pop();
                if (entry.isFile) {
                    found.push([path, await new Promise((done, fail) => entry.file(done, fail))]);
                    continue;
                }
                const reader = entry.createReader();
                for (;;) {
                    const group = await new Promise((done, fail) => reader.readEntries(done, fail));
                    if (!group.length) break;
                    for (const one of group) open.push([one, `${path}/${one.name}`]);
                }
            }
            return found;
        }

        // What can be opened: files of known kinds, and a folder that came as a whole. The most likely first.
        function candidates(paths) {
            const files = paths.filter(path => KNOWN.includes(ending(path)));
            files.sort((a, b) => a.split("/").length - b.split("/").length
                || KNOWN.indexOf(ending(a)) - KNOWN.indexOf(ending(b)) || (a < b ? -1 : 1));
            const folders = [...new Set(paths.filter(path => path.includes("/")).map(path => path.split("/")[0]))];
            const isScan = folders.length === 1 && paths.some(path => /\.(json|bin|txt)$/i.test(path))
                && paths.some(path => /\.(jpe?g|png|exr|tiff?)$/i.test(path)) && !files.some(path => /\.(gltf|obj)$/i.test(path));
            return isScan ? [...folders, ...files] : [...files, ...folders];
        }

        async function take(files) {
            if (!files.length) return;
            const own = { id: null };
            const before = model;
            model = own;
            $("choice").hidden = true;
            document.querySelector("main").hidden = true;
            try {
                if (before && before.id) ask(`models/${before.id}`, { method: "DELETE" }).catch(() => {});
                own.id = (await ask("models", { method: "POST" })).id;
                let done = 0;
                const total = files.reduce((sum, [, file]) => sum + file.size, 0);
                for (const [path, file] of files) {
                    if (model !== own) return;
                    say(`Taking ${path} (${bytes(done)} of ${bytes(total)}) …`);
                    await ask(`models/${own.id}/files/${encoded(path)}`, { method: "PUT", body: file });
                    done += file.size;
                }
                const choices = candidates(files.map(([path]) => path));
                $("which").replaceChildren(...(choices.length ? choices : files.map(([path]) => path)).map(path => {
                    const option = element("option", path);
                    option.value = path;
                    return option;
                }));
                $("choice").hidden = false;
                await open(own);
            } catch (problem) {
                if (model === own) say(problem.message);
            }
        }

        async function open(own) {
            const path = own.path = $("which").value;
            const place = `models/${own.id}`;
            document.querySelector("main").hidden = false;
            $("targets").replaceChildren();
            $("tabs").replaceChildren();
            tab("As it is", `${place}/view/${encoded(path)}`, true);
            say(`Looking at ${path} …`);
            try {
                const plan = await ask(`${place}/plans/${encoded(path)}`);
                if (model !== own || own.path !== path) return;
                const rows = plan.targets.filter(target => !target.error).sort((a, b) => worst(a) - worst(b));
                $("targets").replaceChildren(element("h2", "What each format keeps"), ...rows.map(row => card(own, row)));
                const kept = rows.filter(row => !row.losses.some(isVisible)).length;
                say(`${path}: ${kept} of ${rows.length} formats show it as it is.`);
            } catch (problem) {
                if (model === own) say(problem.message);
            }
        }

        const isVisible = loss => loss.rank === "visible";
        const worst = target => target.losses.filter(isVisible).length * 1000 + target.losses.length;

        function tab(text, address, isShown) {
            const button = element("button", text);
            button.onclick = () => {
                for (const other of $("tabs").children) other.setAttribute("aria-pressed", other === button);
                $("preview").src = address;
                $("preview").title = text;
            };
            $("tabs").append(button);
            if (isShown) button.click();
            return button;
        }

        function verdict(losses) {
            const seen = losses.filter(isVisible).length;
            if (seen) return element("span", seen === 1 ? "loses something" : `loses ${seen} things`, "lost");
            return element("span", losses.length ? "looks the same" : "keeps everything", "kept");
        }

        function list(losses) {
            const items = element("ul");
            for (const loss of losses) {
                const item = element("li", loss.message, isVisible(loss) ? "lost" : "");
                items.append(item);
            }
            return items;
        }

        // The first things that one sees; the rest can be opened.
        function explain(into, losses) {
            const seen = losses.filter(isVisible), rest = losses.filter(loss => !isVisible(loss));
            if (seen.length) into.append(list(seen.slice(0, 2)));
            for (const [group, text] of [[seen.slice(2), "more"], [rest, "that nobody sees"]]) {
                if (!group.length) continue;
                const more = element("details");
                more.append(element("summary", `and ${group.length} ${text}`), list(group));
                into.append(more);
            }
        }

        function card(own, target) {
            const box = element("article"), line = element("div");
            box.id = `target-${target.variant}`;
            const button = element("button", "Convert");
            button.setAttribute("aria-label", `Convert to ${target.variant}`);
            line.append(element("h2", target.variant), verdict(target.losses), button);
            box.append(line);
            explain(box, target.losses);
            button.onclick = async () => {
                button.disabled = true;
                say(`Converting to ${target.variant} …`);
                try {
                    const address = `models/${own.id}/results/${target.variant}/${encoded(own.path)}`;
                    const made = await ask(address, { method: "POST" });
                    if (model !== own) return;
                    const isMain = file => ending(file.name) === target.variant.split(".")[0];
                    made.files.sort((a, b) => isMain(b) - isMain(a));
                    line.after(...made.files.map(file => {
                        const row = element("p"), link = element("a", file.name);
                        link.href = `models/${own.id}/downloads/${target.variant}/${encodeURIComponent(file.name)}`;
                        link.download = file.name.split("/").pop();
                        row.append(link, element("small", ` ${bytes(file.bytes)}`));
                        return row;
                    }));
                    const compared = `models/${own.id}/compare/${target.variant}`;
                    if (made.compares) tab(`Before and after: ${target.variant}`, compared, true);
                    say(`${target.variant} is ready: ${made.files.length === 1 ? "one file" : `${made.files.length} files`}.`);
                    line.nextElementSibling.querySelector("a").focus();
                } catch (problem) {
                    say(problem.message);
                    button.disabled = false;
                }
            };
            return box;
        }

        $("choose").onclick = () => $("files").click();
        $("folder").onclick = () => $("tree").click();
        for (const input of [$("files"), $("tree")]) {
            input.onchange = () => {
                take([...input.files].map(file => [file.webkitRelativePath || file.name, file]));
                input.value = "";
            };
        }
        $("which").onchange = () => model && open(model);
        $("forget").onclick = () => {
            if (model && model.id) ask(`models/${model.id}`, { method: "DELETE" }).catch(() => {});
            model = null;
            $("choice").hidden = true;
            document.querySelector("main").hidden = true;
            $("preview").removeAttribute("src");
            say("Removed.");
            $("choose").focus();
        };
        let depth = 0;
        addEventListener("dragenter", event => { event.preventDefault(); depth += 1; document.body.classList.add("over"); });
        addEventListener("dragleave", () => { depth -= 1; if (depth <= 0) document.body.classList.remove("over"); });
        addEventListener("dragover", event => event.preventDefault());
        addEventListener("drop", async event => {
            event.preventDefault();
            depth = 0;
            document.body.classList.remove("over");
            const plain = [...event.dataTransfer.files].map(file => [file.name, file]);
            const found = await entries(event.dataTransfer.items).catch(() => []);
            take(found.length ? found : plain);
        });
        """#
}
