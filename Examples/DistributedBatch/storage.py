"""Where assets lie and results go: a folder that all workers share, or `s3://BUCKET/PREFIX`.

A name appears whole or not at all. The record of an asset is written last: what has one is done.
"""
import contextlib
import functools
import json
import os
import pathlib
import tempfile

# What a listing takes for an asset; other files lie beside them (textures, .mtl, .bin).
MODELS = {".ply", ".obj", ".stl", ".off", ".gltf", ".glb", ".usda", ".usdc", ".usdz", ".usd", ".zip"}


@functools.lru_cache
def open_storage(where):
    return Bucket(where) if where.startswith("s3://") else Folder(where)


def is_model(name):
    return pathlib.PurePosixPath(name).suffix.lower() in MODELS


class Folder:
    def __init__(self, where):
        self.root = pathlib.Path(where).absolute()

    def assets(self):
        """The names of all assets, and for each what changes when it does."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            if path.is_file() and is_model(path.name):
                state = path.stat()
                found[path.relative_to(self.root).as_posix()] = f"{state.st_size}-{state.st_mtime_ns}"
        return found

    @contextlib.contextmanager
    def local(self, name):
        """The asset on this machine, with what lies beside it."""
        yield self.root / name

    @contextlib.contextmanager
    def output(self, name):
        """Where the result is to be written."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # meshconv gives outputs their names by renaming.
        yield path

    def read_record(self, name):
        with contextlib.suppress(FileNotFoundError, ValueError):
            return json.loads((self.root / name).read_bytes())

    def write_record(self, name, record):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".", delete=False) as file:
            json.dump(record, file)
        os.replace(file.name, path)


class Bucket:
    """boto3 finds the credentials, and the address of a store of your own in AWS_ENDPOINT_URL."""

    def __init__(self, where):
        import boto3
        self.bucket, _, prefix = where.removeprefix("s3://").partition("/")
        self.prefix = prefix.strip("/") + "/" if prefix.strip("/") else ""
        self.client = boto3.client("s3")

    def _list(self, folder=""):
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=self.prefix + folder)
        found = {entry["Key"][len(self.prefix):]: entry["ETag"].strip('"') for page in pages for entry in page.get("Contents", [])}
        # A key becomes a path here: one that leads elsewhere is nobody's asset.
        return {name: tag for name, tag in found.items() if not name.startswith("/") and ".." not in name.split("/")}

    def assets(self):
        return {name: tag for name, tag in sorted(self._list().items()) if is_model(name)}

    @contextlib.contextmanager
    def local(self, name):
        folder = str(pathlib.PurePosixPath(name).parent)
        folder = "" if folder == "." else folder + "/"
        with tempfile.TemporaryDirectory() as scratch:
            for other in self._list(folder):
                if other == name or not is_model(other):
                    path = pathlib.Path(scratch, other)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    self.client.download_file(self.bucket, self.prefix + other, str(path))
            yield pathlib.Path(scratch, name)

    @contextlib.contextmanager
    def output(self, name):
        folder = pathlib.PurePosixPath(name).parent
        with tempfile.TemporaryDirectory() as scratch:
            yield pathlib.Path(scratch, pathlib.PurePosixPath(name).name)
            for path in sorted(pathlib.Path(scratch).iterdir()):
                self.client.upload_file(str(path), self.bucket, self.prefix + str(folder / path.name))

    def read_record(self, name):
        with contextlib.suppress(self.client.exceptions.NoSuchKey, ValueError):
            return json.loads(self.client.get_object(Bucket=self.bucket, Key=self.prefix + name)["Body"].read())

    def write_record(self, name, record):
        self.client.put_object(Bucket=self.bucket, Key=self.prefix + name, Body=json.dumps(record).encode())
