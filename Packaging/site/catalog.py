#!/usr/bin/env python3
"""Writes the catalog that docc builds the documentation of all modules from.     usage: catalog.py OUTPUT.docc

It has the articles and pictures of MeshConvert.docc, the pages of Documentation/ in the form of articles, the tutorials with
their code, and a first page that leads to all of them.
"""
import pathlib
import re
import shutil
import sys

from pages import ARTICLES, ROOT, links, pages

TUTORIALS = ROOT / "Documentation/Tutorials"


def modules():
    lines = (ROOT / "Tests/lists/targets.txt").read_text(encoding="utf-8").splitlines()
    return [line.split()[0] for line in lines if not line.startswith("#") and "documentation" in line.split()[1:]]


def sentences():
    """What each module does, from the table in the article Architecture; MeshConvert has a page of its own."""
    found = {}
    text = (ARTICLES / "Architecture.md").read_text(encoding="utf-8")
    for names, sentence in re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| ([^|]+) \|", text, re.M):
        for name in re.findall(r"\w+", names):
            sentence = re.sub(r" \(<doc:\w+>\)", "", sentence)
            found[name] = sentence[0].upper() + sentence[1:].rstrip(".") + "."
            if name.startswith("Format"):
                page = ROOT / f"Documentation/Formats/{name.removeprefix('Format').lower()}.md"
                found[name] = f"Reads and writes {page.read_text(encoding='utf-8').splitlines()[0].lstrip('# ')}."
    missing = [name for name in modules() if name not in found]
    if missing:
        raise SystemExit(f"Architecture.md doesn't say what {', '.join(missing)} do")
    return {name: found[name] for name in modules() if name != "MeshConvert"}


def main():
    output = pathlib.Path(sys.argv[1])
    shutil.copytree(ARTICLES, output)
    resources = output / "Resources"
    everything = list(pages())
    by_path = {page.path.resolve(): page for page in everything}

    def target(path, anchor):
        if path == ARTICLES / "MeshConvert.md":
            return "doc:MeshConvert"
        page = by_path.get(path)
        if page and page.name == "index":
            return "doc:meshconv"  # docc gives its lists no anchors
        return page and f"doc:{page.name}" + (f"#{heading(page, anchor)}" if anchor else "")

    def picture(path):
        shutil.copy(path, resources / path.name)
        return path.name

    for page in everything:
        if page.path.is_relative_to(ARTICLES):
            continue
        text = links(page, target, picture)
        if page.name == "index":
            (output / "meshconv.md").write_text(first(text, everything), encoding="utf-8")
        else:
            (output / f"{page.name}.md").write_text(text, encoding="utf-8")
    for path in TUTORIALS.glob("*.tutorial"):
        shutil.copy(path, output / path.name)
    for path in (TUTORIALS / "Code").glob("*.swift"):
        shutil.copy(path, resources / path.name)
    for module, sentence in sentences().items():
        (output / f"{module}-module.md").write_text(f"# ``{module}``\n\n{sentence}\n", encoding="utf-8")
    # docc's pages ask for it.
    (output / "theme-settings.json").write_text("{}\n", encoding="utf-8")


def heading(page, anchor):
    """DocC's anchor of a heading that has GitHub's."""
    for title in re.findall(r"^##+ (.+)$", page.text, re.M):
        if re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") == anchor:
            return re.sub(r"[^\w\-.~]", "-", title.strip()).strip("-")
    raise SystemExit(f"{page.path} has no heading #{anchor}")


def first(text, everything):
    """The first page: its own text up to its lists, and the lists as DocC has them."""
    text = text.partition("\n## ")[0].rstrip().replace("\n", "\n\n@Metadata {\n  @TechnologyRoot\n}\n", 1)
    text += "\n\n## Topics\n"
    text += "\n### Tutorials\n\n- <doc:Tutorials>\n"
    for group in ("Guides", "Commands", "Formats", "How it works"):
        text += f"\n### {group}\n\n" + "".join(f"- <doc:{page.name}>\n" for page in everything if page.group == group)
    return text + "\n### Modules\n\n" + "".join(f"- ``/{module}``\n" for module in modules())


main()
