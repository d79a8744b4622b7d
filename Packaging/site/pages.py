"""The pages of the documentation: the Markdown of Documentation/, and the articles of MeshConvert.docc."""
import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTATION = ROOT / "Documentation"
ARTICLES = ROOT / "Sources/MeshConvert/MeshConvert.docc"


@dataclasses.dataclass
class Page:
    """A page, as Markdown in the repository."""
    path: pathlib.Path
    name: str  # its name in links within DocC, and that of its file elsewhere
    group: str
    text: str

    @property
    def title(self):
        return re.search(r"^# (.+)$", self.text, re.M).group(1).strip("`")


def visible(text):
    """The text without comments, which mark the parts that are made from the program."""
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"<!-- .*? -->\n?", "\n", text))


def pages():
    """All pages in the order of the first one, which comes first."""
    def read(path, name, group):
        return Page(path, name, group, visible(path.read_text(encoding="utf-8")))

    first = read(DOCUMENTATION / "README.md", "index", "")
    yield first

    def listed(group, prefix):
        for name in re.findall(rf"\]\({group}/([\w-]+)\.md\)", first.text):
            yield read(DOCUMENTATION / f"{group}/{name}.md", prefix + name, group)

    yield from listed("Guides", "")
    yield from listed("Commands", "command-")
    yield from listed("Formats", "format-")
    for path in sorted(ARTICLES.glob("*.md")):
        if path.stem != "MeshConvert":
            yield read(path, path.stem, "How it works")


def links(page, target, picture):
    """The page's text with other links: `target(path, anchor)` gives that of a file, `picture(path)` that of a picture.

    What is in code stays. A link for which `target` gives None becomes plain text with the path.
    """
    def replace(match):
        mark, text, place = match.groups()
        if re.match(r"[a-z]+:|#", place):
            return match.group(0)
        path, _, anchor = place.partition("#")
        path = (page.path.parent / path).resolve()
        if not path.exists():
            raise SystemExit(f"{page.path}: {place} does not exist")
        if mark:
            return f"![{text}]({picture(path)})"
        new = target(path, anchor)
        return f"[{text}]({new})" if new else f"{text} (`{path.relative_to(ROOT)}`)"

    parts = re.split(r"(```.*?\n```|`[^`\n]+`(?!\]))", page.text, flags=re.S)
    return "".join(part if part.startswith("```") else re.sub(r"(!?)\[((?:[^\[\]]|`[^`]*`)*)\]\(([^)\s]+)\)", replace, part)
                   for part in rejoined(parts))


def rejoined(parts):
    """Blocks of code apart, everything between them in one piece: links may have code in their text."""
    text = ""
    for part in parts:
        if part.startswith("```"):
            yield text
            yield part
            text = ""
        else:
            text += part
    yield text
