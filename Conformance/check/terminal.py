"""A picture of what a command shows in a terminal of 80 x 24, as people see it.

usage: terminal.py OUTPUT.png COMMAND [ARGUMENT ...]

The command runs in a pseudo terminal; below its lines stands the next prompt. Lines that have scrolled out of the screen
are counted on standard error, and the exit status is then 1. It needs two packages and a font:

    python3 -m venv .venv && .venv/bin/pip install pyte pillow
    .venv/bin/python Conformance/check/terminal.py card.png meshconv info scan.ply
"""
import fcntl
import os
import pty
import struct
import sys
import termios

import pyte
from PIL import Image, ImageDraw, ImageFont

COLUMNS, ROWS, SIZE = 80, 24, 16
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono{}.ttf"
COLORS = {"default": "#d0d0d0", "red": "#ff6b68", "green": "#7bd88f", "brown": "#f0c674", "black": "#808080"}


def output(command):
    """Returns all bytes that a command writes to a terminal."""
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        os.environ.update(TERM="xterm-256color", COLUMNS=str(COLUMNS), LINES=str(ROWS))
        os.execvp(command[0], command)
    data = b""
    while True:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:  # The end, on Linux.
            break
        if not part:
            break
        data += part
    os.waitpid(process, 0)
    return data


def screen(data, words):
    """Returns the screen after a prompt with the command, its output and the next prompt."""
    shown = pyte.HistoryScreen(COLUMNS, ROWS, history=10000)
    pyte.ByteStream(shown).feed(f"$ {words}\r\n".encode() + data + b"$ ")
    return shown


def picture(shown):
    """Draws a screen."""
    fonts = {bold: ImageFont.truetype(FONT.format("-Bold" if bold else ""), SIZE) for bold in (False, True)}
    width, height = round(fonts[False].getlength("M")), SIZE + 4
    image = Image.new("RGB", (COLUMNS * width + 16, ROWS * height + 16), "#1e1e1e")
    draw = ImageDraw.Draw(image)
    for row in range(ROWS):
        for column in range(COLUMNS):
            cell = shown.buffer[row][column]
            color = COLORS.get(cell.fg, COLORS["default"])
            draw.text((8 + column * width, 8 + row * height), cell.data, font=fonts[cell.bold], fill=color)
    return image


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    name, command = sys.argv[1], sys.argv[2:]
    shown = screen(output(command), " ".join([os.path.basename(command[0])] + command[1:]))
    picture(shown).save(name)
    scrolled = len(shown.history.top)
    if scrolled:
        sys.exit(f"{name}: {scrolled} lines have scrolled out of the screen")
