#!/usr/bin/env python3
"""Converts files with losses, opens the page of each in Chromium, and compares what it colours with the report.

usage: pages.py PROGRAM CORPUS [FILE:ENDING ...]     (needs playwright; CHROMIUM names the browser)

For each loss of the report the page has one entry. Where an entry is about something that can be seen, the script of the
page counts the triangles and points that it draws in colour. These must be as many as the loss has, or as the model has in
the part that it names, and some of them must be in the picture from one of six sides. The console must stay empty, and
nothing may be loaded.
"""
import base64
import collections
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

CASES = """
ply/trimesh/cycloidal.ply:stl
obj/trimesh/tube.obj:stl
obj/tinyobjloader/tr-and-d-issue-43.obj:stl
obj/tinyobjloader/catmark_torus_creases0.obj:stl
gltf/draco/VertexColorTest/glTF/VertexColorTest.gltf:stl
gltf/gltf-pipeline/2.0/box-morph/box-morph.gltf:obj
gltf/gltf-pipeline/2.0/extensions/EXT_texture_webp/box-textured-embedded/box-textured-embedded.gltf:ply
motion/raylib/gltf/greenman.glb:obj
motion/bevy/animated/MorphStressTest.gltf:ply
usd/usd-wg-assets/test_assets/USDZ/BoxAnimated/BoxAnimated.usdz:stl
usd/usd-wg-assets/test_assets/USDZ/RiggedSimple/RiggedSimple.usdz:off
packages/3dscannerapp-lowres:stl
""".split()

# What the page counts, and what of it is visible: pixels that change when the parts are grey instead.
SEEN = """
([row, entry]) => {
    const { view, changes } = window, read = () => {
        view.frame(performance.now());
        return view.panes.map(({ drawing: { gl }, canvas }) => {
            const pixels = new Uint8Array(canvas.width * canvas.height * 4);
            gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
            return pixels;
        });
    };
    const { kind, entries } = changes.data.rows[row], own = entries[entry];
    const choose = all => view.panes.forEach((pane, side) => {
        pane.drawing.chosen = changes.parts(all.filter(one => one.side === side), kind);
    });
    let most = 0;
    for (const [turn, tilt] of [[0.6, 0.4], [2.2, 0.4], [3.8, 0.4], [5.4, 0.4], [0.6, 1.5], [0.6, -1.5]]) {
        Object.assign(view, { turn, tilt });
        choose([]);
        const before = read();
        choose([own]);
        const after = read();
        let pixels = 0;
        after.forEach((image, side) => {
            for (let at = 0; at < image.length; at += 4) {
                if (image[at] !== before[side][at] || image[at + 1] !== before[side][at + 1]) pixels += 1;
            }
        });
        most = Math.max(most, pixels);
    }
    return { ...changes.coloured(row, entry), pixels: most };
}
"""


def check(browser, program, source, ending, folder):
    """Returns the number of compared entries and what is wrong."""
    output, page, report = folder / f"out.{ending}", folder / "page.html", folder / "report.json"
    done = subprocess.run(
        [program, "convert", source, output, "--html", page, "--report", report, "--force", "--quiet"],
        capture_output=True, text=True)
    if done.returncode:
        return 0, 0, [done.stderr.strip()]
    losses = json.loads(report.read_text())["losses"]
    wrong, loaded = [], []
    tab = browser.new_page(viewport={"width": 900, "height": 700})
    tab.on("console", lambda message: wrong.append(f"console: {message.text}"))
    tab.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    tab.on("request", lambda request: loaded.append(request.url) if not request.url.startswith(("file:", "data:")) else 0)
    tab.goto(page.as_uri())
    tab.wait_for_selector("#wait", state="hidden", timeout=120_000)
    data = tab.evaluate("window.changes.data")
    wrong += [f"loads {url}" for url in loaded]

    def key(entry):
        return entry["code"], entry["subject"], entry["count"]
    told = collections.Counter(key(entry) for row in data["rows"] for entry in row["entries"])
    said = collections.Counter(key(loss) for loss in losses)
    for one in (told - said) + (said - told):
        wrong.append(f"{'page' if told[one] > said[one] else 'report'} alone has {one}")
    compared = exact = 0
    for number, row in enumerate(data["rows"]):
        for place, entry in enumerate(row["entries"]):
            if "model" not in entry:
                continue
            compared += 1
            model, drawn = entry["model"], tab.evaluate(SEEN, [number, place])
            name = f"{entry['code']} {entry['subject']}"
            unit = {"triangles": "faces"}.get(entry["unit"], entry["unit"])
            if entry["exact"] and unit in model and entry["code"] not in ("interpolation.split",):
                exact += 1
                if model[unit] != entry["count"]:
                    wrong.append(f"{name}: {entry['count']} {unit} in the report, {model[unit]} in what is coloured")
            for noun in ("triangles", "points"):
                if drawn[noun] != model[noun]:
                    wrong.append(f"{name}: {model[noun]} {noun} expected, {drawn[noun]} drawn in colour")
            if not drawn["pixels"]:
                wrong.append(f"{name}: no pixel of it is coloured")
    tab.close()
    return compared, exact, wrong


HOSTILE = "</script><!--<img src=x onerror='window.hit=1'>\"&\u202e\u2066\u200f]]>"
COUNTS = """() => ({
    hit: window.hit, elements: document.querySelectorAll("*").length, images: document.images.length,
    title: document.title, rows: document.querySelectorAll(".row").length,
    turns: /[\\u061C\\u200E\\u200F\\u2028\\u202A-\\u202E\\u2066-\\u2069]/.test(document.body.innerText),
})"""


def scene(name):
    """A glTF file in which everything that has a name has this one."""
    def buffer(*numbers):
        return base64.b64encode(struct.pack(f"<{len(numbers)}f", *numbers)).decode()
    text = buffer(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0)
    return {
        "asset": {"version": "2.0", "copyright": name, "generator": name, "extras": {name: name}},
        "buffers": [{"byteLength": 72, "uri": "data:application/octet-stream;base64," + text}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 8},
                        {"buffer": 0, "byteOffset": 44, "byteLength": 24}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
            {"bufferView": 1, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
            {"bufferView": 2, "componentType": 5126, "count": 2, "type": "VEC3"}],
        "images": [{"uri": "missing.png", "name": name}], "textures": [{"source": 0, "name": name}],
        "materials": [{"name": name, "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}, "extras": {name: 1}}],
        "meshes": [{"name": name, "primitives": [{"attributes": {"POSITION": 0, "_" + name: 0}, "material": 0}]}],
        "cameras": [{"name": name, "type": "perspective", "perspective": {"yfov": 1, "znear": 1}}],
        "nodes": [{"name": name, "mesh": 0, "camera": 0}], "scenes": [{"name": name, "nodes": [0]}], "scene": 0,
        "animations": [{"name": name, "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
                        "samplers": [{"input": 1, "output": 2}]}],
    }


def names(browser, program, folder):
    """Returns what names full of markup change on the pages of all three commands."""
    found, wrong = [], []
    for name in (HOSTILE, "plain"):
        home = folder / str(len(found))
        home.mkdir()
        file = name.replace("/", "")
        (home / f"{file}.gltf").write_text(json.dumps(scene(name)))
        own = []
        for words in (["convert", f"{file}.gltf", f"{file}.stl", "--html"], ["diff", f"{file}.gltf", f"{file}.stl", "--html"],
                      ["view", f"{file}.gltf", "-o"]):
            subprocess.run([program, *words, f"{words[0]}.html"], cwd=home, capture_output=True, check=False)
            tab = browser.new_page()
            tab.on("dialog", lambda dialog: wrong.append("a dialog opens"))
            tab.on("pageerror", lambda error: wrong.append(f"error: {error}"))
            tab.goto((home / f"{words[0]}.html").as_uri())
            tab.wait_for_selector("#wait", state="hidden", timeout=60_000)
            own.append(tab.evaluate(COUNTS))
            tab.close()
        found.append(own)
    for hostile, plain in zip(*found):
        if hostile.pop("title").count("onerror") == 0 or plain.pop("title").count("plain") == 0:
            wrong.append("the title does not have the name of the file")
        if hostile != plain or hostile["turns"] or hostile.get("hit"):
            wrong.append(f"names change a page: {hostile}, with plain ones {plain}")
    return wrong


def main():
    program, corpus, *cases = sys.argv[1:]
    program = os.path.abspath(program)
    failed = 0
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"])
        changed = names(browser, program, pathlib.Path(folder))
        print("\n".join(changed) or "names full of markup change nothing")
        for case in cases or CASES:
            name, ending = case.rsplit(":", 1)
            source = pathlib.Path(name) if os.path.exists(name) else pathlib.Path(corpus) / name
            compared, exact, wrong = check(browser, program, source, ending, pathlib.Path(folder))
            print(f"{name} to {ending}: {compared} losses coloured, {exact} of them counted one by one")
            for line in wrong:
                print(f"  {line}")
            failed += bool(wrong) or not compared
    print(f"{len(cases or CASES) - failed} of {len(cases or CASES)} pages are as their reports")
    sys.exit(failed > 0 or bool(changed))


if __name__ == "__main__":
    main()
