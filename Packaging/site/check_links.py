#!/usr/bin/env python3
"""Follows every link within a site, and lists those that leave it.     usage: check_links.py FOLDER [BASE]

Of the plain pages it reads the HTML. Of docc's it reads the data that its pages are drawn from: links, pictures and anchors.
"""
import html.parser
import json
import pathlib
import sys
import urllib.parse


class Links(html.parser.HTMLParser):
    """The anchors of a page, and what it refers to."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.targets = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.anchors.add(value)
            elif name in ("href", "src") and tag != "base":
                self.targets.append(value)


def walk(value):
    """All objects within a JSON value."""
    stack = [value]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            yield value
            stack += value.values()
        elif isinstance(value, list):
            stack += value


def plain(folder, faults, external):
    pages = {path: Links(path.read_text(encoding="utf-8")) for path in [folder / "index.html", *folder.glob("pages/*.html")]}
    count = 0
    for path, page in pages.items():
        for target in page.targets:
            parts = urllib.parse.urlsplit(target)
            if parts.scheme:
                external.add(target)
                continue
            count += 1
            place = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not place.is_file():
                faults.append(f"{path.relative_to(folder)}: {target} does not exist")
            elif parts.fragment and place in pages and parts.fragment not in pages[place].anchors:
                faults.append(f"{path.relative_to(folder)}: {target} has no such anchor")
    return count


def declared(folder, base, faults, external):
    data = {path.relative_to(folder / "data").with_suffix("").as_posix(): json.loads(path.read_text(encoding="utf-8"))
            for path in (folder / "data").rglob("*.json")}
    anchors = {name: {each["anchor"] for each in walk(page) if "anchor" in each} for name, page in data.items()}
    count = 0
    for name, page in data.items():
        # docc names the chapter of a tutorial, but chapters have no pages and are not linked.
        paths = page.get("hierarchy", {}).get("paths", []) if name.startswith("tutorials/") else []
        chapters = {part for path in paths for part in path[2:]}
        for identifier, reference in page.get("references", {}).items():
            if identifier in chapters:
                continue
            for url in [reference.get("url", ""), *(each["url"] for each in reference.get("variants", []) if "url" in each)]:
                parts = urllib.parse.urlsplit(url)
                if parts.scheme:
                    external.add(url)
                elif parts.path.startswith("/"):
                    count += 1
                    path = parts.path.removeprefix(base.rstrip("/")).lstrip("/").lower()
                    if path.startswith(("documentation/", "tutorials/")):
                        if path not in data or not (folder / path / "index.html").is_file():
                            faults.append(f"{name}: {url} does not exist")
                        elif parts.fragment and urllib.parse.unquote(parts.fragment) not in anchors[path]:
                            faults.append(f"{name}: {url} has no such anchor")
                    elif not (folder / urllib.parse.unquote(parts.path.removeprefix(base.rstrip("/")).lstrip("/"))).is_file():
                        faults.append(f"{name}: {url} does not exist")
        # A link in the text that docc couldn't resolve has no reference.
        for each in walk(page.get("primaryContentSections", [])):
            if each.get("type") in ("reference", "image") and each["identifier"] not in page.get("references", {}):
                faults.append(f"{name}: nothing is known of {each['identifier']}")
    return count, len(data)


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    faults, external = [], set()
    count = plain(folder, faults, external)
    more, pages = declared(folder, sys.argv[2] if len(sys.argv) > 2 else "/", faults, external)
    for fault in sorted(set(faults)):
        print(f"error: {fault}", file=sys.stderr)
    for link in sorted(external):
        print(f"leaves the site: {link}")
    print(f"links: {count} of plain pages and {more} of {pages} docc's pages followed, {len(set(faults))} faults")
    raise SystemExit(1 if faults else 0)


main()
