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
    if TUTORIALS.is_dir():
        for path in TUTORIALS.rglob("*.tutorial"):
            shutil.copy(path, output / path.name)
        for path in (TUTORIALS / "Code").glob("*.swift"):
            shutil.copy(path, resources / path.name)


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
    if TUTORIALS.is_dir():
        text += "\n### Tutorials\n\n- <doc:Tutorials>\n"
    for group in ("Guides", "Commands", "Formats", "How it works"):
        text += f"\n### {group}\n\n" + "".join(f"- <doc:{page.name}>\n" for page in everything if page.group == group)
    return text + "\n### Modules\n\n" + "".join(f"- ``/{module}``\n" for module in modules())


main()
