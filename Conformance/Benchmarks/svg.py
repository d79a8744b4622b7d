"""Line charts as SVG, for pictures in pages. No dependency."""
import math
from xml.sax.saxutils import escape

COLORS = ["#1b6ca8", "#c8553d", "#3a7d44", "#7b4b94", "#b8860b", "#444444"]


def step(most):
    """A round distance between marks of an axis."""
    raw = most / 4 or 1
    power = 10 ** math.floor(math.log10(raw))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw)


def short(value):
    return f"{value:g}"


def chart(title, across, up, lines, place=(0, 0), size=(420, 260), names=None, level=None):
    """One chart. `lines` has (name, [(x, y)]); `names` are texts for the x values 0, 1, 2 …; `level` is a dashed line."""
    points = [point for _, line in lines for point in line]
    right = max((x for x, _ in points), default=1) or 1
    top = max([y for _, y in points] + ([level] if level else []), default=1) * 1.08 or 1
    left, above, width, height = 58, 34, size[0] - 74, size[1] - 84
    x_of = lambda x: place[0] + left + x / right * width
    y_of = lambda y: place[1] + above + height - y / top * height
    parts = [f'<text x="{place[0] + left}" y="{place[1] + 18}" font-weight="bold">{escape(title)}</text>']
    mark = step(top)
    for number in range(int(top / mark) + 1):
        y = y_of(number * mark)
        parts.append(f'<line x1="{x_of(0):.1f}" x2="{x_of(right):.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{place[0] + left - 6}" y="{y + 4:.1f}" text-anchor="end">{short(number * mark)}</text>')
    if names:
        for number in range(0, len(names), max(1, len(names) // 5)):
            parts.append(f'<text x="{x_of(number):.1f}" y="{place[1] + above + height + 16}" text-anchor="middle">{escape(names[number])}</text>')
    else:
        mark = step(right)
        for number in range(int(right / mark + 1e-9) + 1):
            parts.append(f'<text x="{x_of(number * mark):.1f}" y="{place[1] + above + height + 16}" text-anchor="middle">{short(number * mark)}</text>')
    parts.append(f'<text x="{x_of(right):.1f}" y="{place[1] + above + height + 32}" text-anchor="end">{escape(across)}</text>')
    parts.append(f'<text x="{place[0] + left - 6}" y="{place[1] + 18}" text-anchor="end">{escape(up)}</text>')
    if level:
        y = y_of(level)
        parts.append(f'<line x1="{x_of(0):.1f}" x2="{x_of(right):.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="#888" stroke-dasharray="5 4"/>')
    for number, (name, line) in enumerate(lines):
        color = COLORS[number % len(COLORS)]
        path = " ".join(f"{x_of(x):.1f},{y_of(y):.1f}" for x, y in line)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts += [f'<circle cx="{x_of(x):.1f}" cy="{y_of(y):.1f}" r="3" fill="{color}"/>' for x, y in line]
        parts.append(f'<text x="{place[0] + left + 8 + number * 92}" y="{place[1] + above + height + 46}" fill="{color}">{escape(name)}</text>')
    return "\n".join(parts)


def page(charts, columns=2, size=(420, 260)):
    """An SVG of charts in rows; each is a function of its place."""
    rows = math.ceil(len(charts) / columns)
    body = "\n".join(make((number % columns * size[0], number // columns * size[1])) for number, make in enumerate(charts))
    width, height = min(columns, len(charts)) * size[0], rows * size[1]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="white"/>\n{body}\n</svg>\n')
