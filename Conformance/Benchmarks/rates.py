"""What this machine's rates allow for a conversion, measured in the same run (rates.cpp): a row below its floor is met within 1.2
times of it."""
import json
import os
import shutil
import subprocess
from pathlib import Path

PARTS = ("read", "parse", "join", "print", "write")


def build(folder):
    """Compiles rates.cpp; the path of the program."""
    compiler = shutil.which("clang++") or shutil.which("g++")
    if compiler is None:
        raise SystemExit("a C++ compiler is needed for the machine's rates: clang++, which comes with Swift, or g++")
    program = Path(folder) / "rates"
    subprocess.run([compiler, "-std=c++17", "-O3", "-march=native", "-o", program, Path(__file__).with_suffix(".cpp")], check=True)
    return program


def allowed(program, source, target):
    """Seconds of CPU and of wall time: numbers and corners are worked on by two threads if there are as many processors, files are
    read and written by one."""
    shown = subprocess.run([program, source, target, f"{target}.rates"], capture_output=True, text=True, check=True).stdout
    read, parse, join, print_, write = (json.loads(shown)[part] for part in PARTS)
    work = parse + join + print_
    return {"cpu": read + work + write, "wall": read + work / min(2, os.cpu_count() or 1) + write}
