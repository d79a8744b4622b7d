#!/usr/bin/env python3
"""Works a page with the keyboard alone, and measures the contrast of its texts.

usage: pages_use.py PAGE.html ...     (needs playwright; CHROMIUM names the browser)

Contrast is that of WCAG 2.2: at least 4.5 for each text against what is behind it, 3 for what shows a state or the focus,
in light and dark. Pages are opened 360 and 1600 pixels wide: nothing may be cut off. With Tab each control is reached, in
the order of the page, and shows it. Keys turn, move, zoom, measure, play, and choose rows.
"""
import os
import pathlib
import sys

from playwright.sync_api import sync_playwright

CONTRASTS = """
() => {
    const numbers = text => {
        const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
        return [r, g, b, a];
    };
    const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
        .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, at) => sum + v * [0.2126, 0.7152, 0.0722][at], 0);
    const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    const behind = element => {
        for (let at = element; at; at = at.parentElement) {
            const color = numbers(getComputedStyle(at).backgroundColor);
            if (color[3] > 0) return color;
        }
        return [255, 255, 255, 1];
    };
    for (const details of document.querySelectorAll("details")) details.open = true;
    const found = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const { parentElement: own } = walker.currentNode;
        if (!walker.currentNode.data.trim() || ["SCRIPT", "STYLE"].includes(own.tagName) || !own.checkVisibility()) continue;
        const style = getComputedStyle(own), isDrawn = own instanceof SVGElement;
        const back = isDrawn && own.previousElementSibling?.matches("rect.format")
            ? numbers(getComputedStyle(own.previousElementSibling).fill) : behind(own);
        const value = ratio(numbers(isDrawn ? style.fill : style.color), back);
        const name = `${own.tagName.toLowerCase()}${own.getAttribute("class") ? "." + own.getAttribute("class") : ""}`;
        if (!(found.get(name) <= value)) found.set(name, value);
    }
    const marks = new Map();
    for (const own of document.querySelectorAll("button, select")) {
        if (own.checkVisibility()) marks.set("border of controls", ratio(
            numbers(getComputedStyle(own).borderTopColor), behind(own.parentElement)));
    }
    for (const own of document.querySelectorAll(".swatch")) {
        marks.set(own.className, ratio(numbers(getComputedStyle(own).backgroundColor), behind(own.parentElement)));
    }
    const probe = document.createElement("p");
    probe.style.color = "var(--accent)";
    document.body.append(probe);
    const accent = numbers(getComputedStyle(probe).color);
    probe.style.color = "var(--ground)";
    const ground = numbers(getComputedStyle(probe).color);
    probe.remove();
    marks.set("focus on paper", ratio(accent, behind(document.body)));
    marks.set("focus on the stage", ratio(accent, ground));
    return { texts: [...found], marks: [...marks] };
}
"""

FOCUS = """
() => {
    const own = document.activeElement;
    if (!own || own === document.body) return undefined;
    const { outlineStyle, outlineWidth } = getComputedStyle(own), { top, left } = own.getBoundingClientRect();
    return {
        name: own.id || own.dataset.row && `row ${own.dataset.row}` || own.tagName.toLowerCase() + "." + own.className,
        isMarked: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2, top, left,
        label: own.ariaLabel || own.labels?.[0]?.textContent || own.textContent.trim() || own.getAttribute("aria-labelledby"),
    };
}
"""


def keyboard(tab, wrong):
    """Visits all controls, and works the view."""
    order = []
    tab.evaluate("document.body.focus()")
    for _ in range(200):
        tab.keyboard.press("Tab")
        own = tab.evaluate(FOCUS)
        if not own or own["name"] in order:
            break
        order.append(own["name"])
        if not own["isMarked"]:
            wrong.append(f"{own['name']}: the focus can't be seen")
        if not own["label"]:
            wrong.append(f"{own['name']}: no name for a screen reader")
    wanted = tab.evaluate("""() => [...document.querySelectorAll("button, select, input, canvas, summary")]
        .filter(own => own.checkVisibility()).map(own => own.id || own.dataset.row && `row ${own.dataset.row}`
        || own.tagName.toLowerCase() + "." + own.className)""")
    wrong += [f"{name}: Tab does not reach it" for name in wanted if name not in order]
    if [name for name in order if name in wanted] != wanted:
        wrong.append(f"the order of Tab is {order}, that of the page {wanted}")

    def state():
        return tab.evaluate("({turn: view.turn, tilt: view.tilt, far: view.far, x: view.shifted[0]})")
    tab.focus("#view")
    for key, name in [("ArrowLeft", "turn"), ("ArrowUp", "tilt"), ("+", "far"), ("Shift+ArrowLeft", "x")]:
        before = state()
        tab.keyboard.press(key)
        if state()[name] == before[name]:
            wrong.append(f"the key {key} does nothing")
    tab.keyboard.press("0")
    if state()["far"] != 1:
        wrong.append("the key 0 does not show all")
    tab.keyboard.press("m")
    if tab.get_attribute("#measure", "aria-pressed") != "true":
        wrong.append("the key M does not measure")
    tab.keyboard.press("Enter")
    tab.wait_for_timeout(300)
    if not tab.inner_text("#said"):
        wrong.append("Enter measures nothing")
    tab.keyboard.press("m")
    if tab.is_visible("#play"):
        tab.keyboard.press("Space")
        if tab.inner_text("#play") != "Pause":
            wrong.append("Space does not play")
        tab.keyboard.press("Space")
    row = tab.query_selector("button.row")
    if row:
        row.focus()
        tab.keyboard.press("Enter")
        if row.get_attribute("aria-pressed") != "true" or not tab.is_visible("#legend"):
            wrong.append("Enter does not choose a row")
        tab.keyboard.press("Space")
        if row.get_attribute("aria-pressed") != "false":
            wrong.append("Space does not leave a row")
    return order


def main():
    failed = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"])
        for page in sys.argv[1:]:
            wrong = []
            for scheme, width, height in [("light", 1600, 900), ("dark", 1600, 900), ("light", 360, 780), ("dark", 360, 780)]:
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce")
                tab = context.new_page()
                tab.on("console", lambda message: wrong.append(f"console: {message.text}"))
                tab.on("pageerror", lambda error: wrong.append(f"error: {error}"))
                tab.goto(pathlib.Path(page).resolve().as_uri())
                tab.wait_for_selector("#wait", state="hidden", timeout=120_000)
                if not tab.title():
                    wrong.append("the page has no title")
                wide = tab.evaluate("document.documentElement.scrollWidth")
                if wide > width:
                    wrong.append(f"{wide} pixels wide in a window of {width}")
                order = keyboard(tab, wrong)
                found = tab.evaluate(CONTRASTS)
                texts, marks = dict(found["texts"]), dict(found["marks"])
                wrong += [f"{scheme}: contrast of {name} is {value:.2f}" for name, value in texts.items() if value < 4.5]
                wrong += [f"{scheme}: contrast of {name} is {value:.2f}" for name, value in marks.items() if value < 3]
                print(f"{page} {scheme} {width}: {len(order)} stops of Tab; least contrast of text "
                      f"{min(texts.values()):.2f}, of marks {min(marks.values()):.2f}")
                context.close()
            for line in sorted(set(wrong)):
                print(f"  {line}")
            failed += bool(wrong)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
