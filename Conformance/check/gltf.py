#!/usr/bin/env python3
"""Checks glTF and GLB files against the specification, independently of meshconv.    usage: gltf.py [-q] FILE...

Prints a line for each finding, `FILE: SEVERITY CODE POINTER text`, with -q only errors; exits with 1 if there are
errors. Codes and severities are those of the Khronos validator; findings that it doesn't have use codes of our own
(MESHOPT_COMPRESSION_INVALID, GPU_INSTANCING_INVALID, GAUSSIAN_SPLATTING_INVALID, URI_OUTSIDE_FOLDER, DUPLICATE_KEY,
GLB_CHUNK_PADDING, ACCESSOR_VECTOR4_NON_UNIT). Needs nothing but Python.
"""
import base64
import binascii
import json
import pathlib
import re
import struct
import sys
import urllib.parse

import gltf_images
from gltf_data import Data
from gltf_extensions import EXTENSIONS, IMAGE_TYPES, NEVER_OPTIONAL
from gltf_report import Report, step
from gltf_scene import SceneLinks
from gltf_shape import BAD, NAME_OF_EXTENSION, ROOT

JSON_CHUNK, BIN_CHUNK = 0x4E4F534A, 0x004E4942
DATA_URI = re.compile(r"data:([^,;]*)((?:;[^,;=]+(?:=[^,;]*)?)*),(.*)\Z", re.DOTALL | re.IGNORECASE)
BAD_URI = re.compile(r"%(?![0-9A-Fa-f]{2})|\A[:?#]|\A\Z|[\x00-\x1f]")
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


class Checker(Report):
    """Gives the shape rules access to the report and to the extensions that the file names."""

    def __init__(self, root):
        super().__init__()
        self.variants, self.lights = set(), set()
        lists = {key: [name for name in root.get(key) or () if isinstance(name, str)]
                 if isinstance(root.get(key), list) else [] for key in ("extensionsUsed", "extensionsRequired")}
        self.declared = set(lists["extensionsUsed"])
        self.image_types = {"image/png", "image/jpeg"} | {
            IMAGE_TYPES[name] for name in self.declared & IMAGE_TYPES.keys()}
        self.target_paths = {"translation", "rotation", "scale", "weights"} | (
            {"pointer"} if "KHR_animation_pointer" in self.declared else set())
        self.check_extensions(lists["extensionsUsed"], lists["extensionsRequired"])

    def bad(self, code, pointer, words=""):
        self.add(code, pointer, words)
        return BAD

    def check_extensions(self, used, required):
        if required and not used:
            self.add("UNSATISFIED_DEPENDENCY", "/extensionsRequired", "extensionsUsed")
        for place, name in enumerate(used):
            here = f"/extensionsUsed/{place}"
            if not NAME_OF_EXTENSION.match(name):
                self.add("INVALID_EXTENSION_NAME_FORMAT", here, name)
            if name not in EXTENSIONS:
                self.add("UNSUPPORTED_EXTENSION", here, name)
            if name in NEVER_OPTIONAL and name not in required:
                self.add("NON_REQUIRED_EXTENSION", here, name)
        for place, name in enumerate(required):
            if name not in self.declared:
                self.add("UNUSED_EXTENSION_REQUIRED", f"/extensionsRequired/{place}", name)

    def extensions(self, kind, value, pointer):
        """The extensions of an object, each by the rules of its place."""
        if not isinstance(value, dict):
            self.add("TYPE_MISMATCH", pointer, f"expected an object, found {value!r}")
            return {}
        result = {}
        for name, item in value.items():
            here = step(pointer, name)
            if name not in self.declared:
                self.add("UNDECLARED_EXTENSION", here)
            if name not in EXTENSIONS:
                if not isinstance(item, dict):
                    self.add("TYPE_MISMATCH", here, f"expected an object, found {item!r}")
                result[name] = item
            elif kind not in EXTENSIONS[name]:
                self.add("UNEXPECTED_EXTENSION_OBJECT", here)
            elif (cleaned := EXTENSIONS[name][kind](item, here, self)) is not BAD:
                result[name] = cleaned
        return result


def glb_parts(data, report):
    """JSON text and binary chunk of a GLB; None for a missing one."""
    if len(data) < 12:
        return report.add("GLB_UNEXPECTED_END_OF_HEADER"), None
    magic, version, length = struct.unpack_from("<4sII", data)
    if magic != b"glTF":
        return report.add("GLB_INVALID_MAGIC", "", magic.hex()), None
    if version != 2:
        return report.add("GLB_INVALID_VERSION", "", str(version)), None
    if length <= 12:
        report.add("GLB_LENGTH_TOO_SMALL", "", str(length))
    found, at, place = {}, 12, 0
    while at < len(data):
        if at == length:
            report.add("GLB_EXTRA_DATA", f"@{at}", f"{len(data) - at} bytes")
            break
        if at + 8 > len(data):
            report.add("GLB_UNEXPECTED_END_OF_CHUNK_HEADER", f"@{at}")
            break
        size, kind = struct.unpack_from("<II", data, at)
        here, name = f"@{at}", {JSON_CHUNK: "JSON", BIN_CHUNK: "BIN"}.get(kind, hex(kind))
        if at + 8 + size > length:
            report.add("GLB_CHUNK_TOO_BIG", here, f"{name}: {size}")
        if size % 4:
            report.add("GLB_CHUNK_LENGTH_UNALIGNED", here, name)
        if place == 0 and kind != JSON_CHUNK:
            report.add("GLB_UNEXPECTED_FIRST_CHUNK", here, name)
        if kind == BIN_CHUNK and place > 1 and kind not in found:
            report.add("GLB_UNEXPECTED_BIN_CHUNK", here)
        if kind in (JSON_CHUNK, BIN_CHUNK):
            if kind in found:
                report.add("GLB_DUPLICATE_CHUNK", here, name)
            if size == 0:
                report.add("GLB_EMPTY_CHUNK" if kind == JSON_CHUNK else "GLB_EMPTY_BIN_CHUNK", here, name)
            found.setdefault(kind, data[at + 8:at + 8 + size])
        else:
            report.add("GLB_UNKNOWN_CHUNK_TYPE", here, name)
        at, place = at + 8 + size, place + 1
        if at > len(data):
            report.add("GLB_UNEXPECTED_END_OF_CHUNK_DATA", here)
            break
    else:
        if at != length:
            report.add("GLB_LENGTH_MISMATCH", "", f"{length} declared, {len(data)} found")
    text = found.get(JSON_CHUNK, b"")
    if text.rstrip(b" ") != text.rstrip():
        report.add("GLB_CHUNK_PADDING", "", "the JSON chunk is padded with something else than spaces")
    return text, found.get(BIN_CHUNK)


def json_tree(text, report):
    """The JSON of a file; None if it isn't JSON."""
    twice = []

    def pairs(items):
        result = dict(items)
        if len(result) < len(items):
            twice.extend(key for key in result if sum(key == other for other, _ in items) > 1)
        return result

    def constant(word):
        raise ValueError(f"{word} is no JSON")

    try:
        if text.startswith(b"\xef\xbb\xbf"):
            raise ValueError("a byte order mark")
        tree = json.loads(text.decode("utf-8"), object_pairs_hook=pairs, parse_constant=constant)
    except (ValueError, RecursionError) as error:
        return report.add("INVALID_JSON", "", str(error))
    for key in twice:
        report.add("DUPLICATE_KEY", "", key)
    return tree


class Resources:
    """The bytes of buffers and buffer views."""

    def __init__(self, path, links, binary, is_glb):
        self.folder, self.links, self.binary, self.is_glb = path.parent, links, binary, is_glb
        self.add = links.add
        self.buffers = [self.buffer(place, item) for place, item in enumerate(links.lists["buffers"])]

    def fetch(self, uri, pointer, media=None):
        """The bytes of a URI and its media type; None if there are none."""
        here = step(pointer, "uri")
        if self.is_glb:
            self.add("URI_GLB", here)
        found = DATA_URI.match(uri)
        if found:
            if self.is_glb:
                self.add("DATA_URI_GLB", here)
            kind, parameters = found[1], found[2].split(";")
            try:
                body = urllib.parse.unquote_to_bytes(found[3])
                if "base64" in [word.strip().lower() for word in parameters]:
                    body = base64.b64decode(body.replace(b"-", b"+").replace(b"_", b"/"), validate=True)
            except (binascii.Error, ValueError) as error:
                self.add("INVALID_URI", here, str(error))
                return None, None
            return body, kind.strip().lower()
        if uri[:5].lower() == "data:" or BAD_URI.search(uri):
            self.add("INVALID_URI", here, uri)
            return None, None
        name = urllib.parse.unquote(uri)
        if SCHEME.match(uri) or name.startswith("/"):
            self.add("NON_RELATIVE_URI", here, uri)
            return None, None
        if ".." in re.split(r"[/\\]", name):
            self.add("URI_OUTSIDE_FOLDER", here, uri)
        try:
            return (self.folder / name.split("?")[0]).read_bytes(), None
        except (OSError, ValueError) as error:
            self.add("IO_ERROR", here, type(error).__name__)
            return None, None

    def buffer(self, place, buffer):
        if buffer is None:
            return None
        pointer, length = f"/buffers/{place}", buffer.get("byteLength")
        if "uri" in buffer:
            body, media = self.fetch(buffer["uri"], pointer)
            if media is not None and media not in ("application/octet-stream", "application/gltf-buffer"):
                self.add("BUFFER_DATA_URI_MIME_TYPE_INVALID", step(pointer, "uri"), media)
        elif place == 0 and self.is_glb:
            body = self.binary
            if body is None:
                if not self.fallback(buffer):
                    self.add("BUFFER_MISSING_GLB_DATA", pointer)
            elif length is not None and len(body) > (length + 3) // 4 * 4:
                self.add("BUFFER_GLB_CHUNK_TOO_BIG", pointer, f"{len(body)} for {length}")
            elif length is not None and any(body[length:]):
                self.add("GLB_CHUNK_PADDING", pointer, "the BIN chunk is padded with something else than zeros")
        else:
            body = None
        if body is not None and length is not None and len(body) < length:
            self.add("BUFFER_BYTE_LENGTH_MISMATCH", pointer, f"{length} declared, {len(body)} found")
            return None
        return body

    def fallback(self, buffer):
        return any(name.endswith("meshopt_compression") for name in buffer.get("extensions", {}))

    def view(self, number):
        """The bytes of a view; None if there are none, as in buffers that only serve compressed views."""
        view = self.links.known("bufferViews", number)
        if view is None:
            return None
        place, start, length = view.get("buffer"), view.get("byteOffset", 0), view.get("byteLength")
        if place is None or length is None or place >= len(self.buffers) or self.buffers[place] is None \
                or start + length > self.links.lists["buffers"][place].get("byteLength", 0):
            return None
        return memoryview(self.buffers[place])[start:start + length]

    def check_images(self, checker):
        kinds = {}
        for place, image, pointer in self.links.each("images"):
            declared = image.get("mimeType")
            if "bufferView" in image:
                body = self.view(image["bufferView"])
                body = None if body is None else bytes(body)
            elif "uri" in image:
                body, media = self.fetch(image["uri"], pointer)
                if media is not None and body is not None and gltf_images.kind_of(body) != media:
                    self.add("INVALID_URI", step(pointer, "uri"), f"{media} is not what it holds")
                    body = None
            else:
                body = None
            if body is not None:
                kinds[place] = gltf_images.check(body, declared, pointer, checker, checker.image_types)
        for place, texture, pointer in self.links.each("textures"):
            self.texture_type(texture.get("source"), {"image/png", "image/jpeg"}, pointer, kinds)
            for name, kind in IMAGE_TYPES.items():
                extension = texture.get("extensions", {}).get(name)
                if isinstance(extension, dict):
                    self.texture_type(extension.get("source"), {kind}, f"{pointer}/extensions/{name}", kinds)

    def texture_type(self, source, right, pointer, kinds):
        images = self.links.lists["images"]
        if source is not None and source < len(images) and images[source]:
            kind = kinds.get(source) or images[source].get("mimeType")
            if kind is not None and kind not in right:
                self.add("TEXTURE_INVALID_IMAGE_MIME_TYPE", step(pointer, "source"), kind)


def check(path):
    """The findings about one file."""
    path, report = pathlib.Path(path), Report()
    try:
        data = path.read_bytes()
    except OSError as error:
        report.add("IO_ERROR", "", str(error))
        return report
    is_glb, binary = data[:4] == b"glTF" or path.suffix.lower() == ".glb", None
    if is_glb:
        data, binary = glb_parts(data, report)
        if not data:
            return report
    tree = json_tree(data, report)
    if not isinstance(tree, dict):
        if not report.failed:
            report.add("TYPE_MISMATCH", "", "expected an object")
        return report
    checker = Checker(tree)
    checker.findings = report.findings | checker.findings
    root = ROOT(tree, "", checker)
    links = SceneLinks(checker, root)
    links.check()
    resources = Resources(path, links, binary, is_glb)
    resources.check_images(checker)
    values = Data(links, resources.view)
    values.check_sparse()
    values.check()
    return checker


def main(arguments):
    quiet, failed = "-q" in arguments, False
    files = [argument for argument in arguments if argument != "-q"]
    if not files:
        sys.exit(__doc__.split("\n")[0])
    for name in files:
        report = check(name)
        failed = failed or report.failed
        for line in report.lines(quiet):
            print(f"{name}: {line}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
