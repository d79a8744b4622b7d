#!/usr/bin/env python3
"""Writes the pages of the documentation as plain HTML.     usage: plain.py FOLDER

FOLDER/index.html is the first page, the others are in FOLDER/pages. They need no JavaScript, and load nothing but pictures.
"""
import html
import os
import pathlib
import re
import shutil
import sys

from markdown_it import MarkdownIt

from pages import links, pages

STYLE = """
:root { color-scheme: light dark; --text: #1d1d1f; --soft: #5f5f66; --line: #d9d9de; --back: #fff; --code: #f4f4f6; --link: #0a58ca }
@media (prefers-color-scheme: dark) {
  :root { --text: #ececf0; --soft: #a5a5ae; --line: #3a3a40; --back: #17171a; --code: #232328; --link: #7fb2ff } }
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.55 system-ui, sans-serif }
.all { display: grid; grid-template-columns: 14rem minmax(0, 50rem); gap: 3rem; max-width: 72rem; margin: 0 auto; padding: 1.5rem }
nav { font-size: .9rem } nav h2 { font-size: .8rem; color: var(--soft); margin: 1.2rem 0 .2rem; text-transform: uppercase }
nav ul { list-style: none; margin: 0; padding: 0 } nav a { text-decoration: none; display: block; padding: .1rem 0 }
nav [aria-current] { font-weight: 600; color: var(--text) }
a { color: var(--link) } h1 { margin-top: 0; line-height: 1.2 } h2 { margin-top: 2.2rem } h3 { margin-top: 1.6rem }
code { font: .88em ui-monospace, monospace; background: var(--code); padding: .1em .3em; border-radius: .3em }
pre { background: var(--code); padding: .8rem 1rem; overflow-x: auto; border-radius: .4rem; line-height: 1.4 }
pre code { background: none; padding: 0 } img { max-width: 100%; height: auto }
.table { overflow-x: auto } table { border-collapse: collapse; margin: 1rem 0 }
th, td { text-align: left; vertical-align: top; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid var(--line) }
td:first-child code { white-space: nowrap } td img { display: block }
@media (max-width: 52rem) {
  .all { grid-template-columns: minmax(0, 1fr); gap: 1rem } nav { order: 2 } td:first-child code { white-space: normal } }
"""


def anchor(title):
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def body(markdown, text):
    """The page's HTML; headings have anchors, and wide tables scroll by themselves."""
    tokens = markdown.parse(text)
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            title = "".join(child.content for child in tokens[index + 1].children)
            token.attrSet("id", anchor(title))
    made = markdown.renderer.render(tokens, markdown.options, {})
    return made.replace("<table>", '<div class="table"><table>').replace("</table>", "</table></div>")


def navigation(everything, current):
    text, group = "", None
    for page in everything:
        if page.group != group:
            group = page.group
            text += ("</ul>" if text else "") + (f"<h2>{group}</h2><ul>" if group else "<ul>")
        here = ' aria-current="page"' if page is current else ""
        text += f'<li><a href="{place(current, page)}"{here}>{html.escape(page.title.removeprefix("meshconv ") or page.title)}</a></li>'
    home = "" if current.name == "index" else "../"
    return text + (
        f'</ul><h2>Library</h2><ul><li><a href="{home}tutorials/tutorials/index.html">Tutorials</a></li>'
        f'<li><a href="{home}documentation/meshconv/index.html">All declarations</a></li></ul>')


def place(current, page):
    """The link from one page to another."""
    if page.name == "index":
        return "index.html" if current.name == "index" else "../index.html"
    return f"pages/{page.name}.html" if current.name == "index" else f"{page.name}.html"


def main():
    output = pathlib.Path(sys.argv[1])
    (output / "pages/pictures").mkdir(parents=True)
    everything = list(pages())
    by_path = {page.path.resolve(): page for page in everything}
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    for page in everything:
        def target(path, name):
            other = by_path.get(path)
            return other and place(page, other) + (f"#{name}" if name else "")

        def picture(path):
            shutil.copy(path, output / "pages/pictures")
            return f"{'pages/' if page.name == 'index' else ''}pictures/{path.name}"

        text = links(plain(page, by_path), target, picture)
        made = PAGE.format(
            home="" if page.name == "index" else "../",
            title=html.escape(page.title if page.name == "index" else f"{page.title} – meshconv"), style=STYLE,
            navigation=navigation(everything, page), body=body(markdown, text))
        name = "index.html" if page.name == "index" else f"pages/{page.name}.html"
        (output / name).write_text(made, encoding="utf-8")
    print(f"plain pages: {len(everything)}")


def plain(page, by_path):
    """The page without what only docc understands: links of its own kind, and names of pictures without an ending."""
    names = {other.name: path for path, other in by_path.items()}

    def reference(match):
        path = names[match[1]]
        return f"[{by_path[path].title}]({os.path.relpath(path, page.path.parent)})"

    def resource(match):
        found = list(page.path.parent.glob(f"Resources/{match[2]}.*"))
        return f"![{match[1]}](Resources/{found[0].name})" if found else match[0]

    page.text = re.sub(r"<doc:([\w-]+)>", reference, page.text)
    page.text = re.sub(r"!\[([^\]]*)\]\(([\w-]+)\)", resource, page.text)
    page.text = re.sub(r"``(?:\w+/)*(\w+)``", r"`\1`", page.text)
    return page


PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="{home}favicon.svg">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div class="all">
<nav aria-label="Pages">{navigation}</nav>
<main>
{body}</main>
</div>
</body>
</html>
"""

main()
