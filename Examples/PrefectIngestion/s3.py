"""A bucket of an S3-compatible store, `s3://BUCKET/PREFIX`. boto3 finds the credentials, and the address of a store of
your own in AWS_ENDPOINT_URL."""
import contextlib
import email.utils
import functools
import os
import pathlib
import tempfile

import boto3
from boto3.exceptions import Boto3Error
from botocore.exceptions import BotoCoreError, ClientError

import scratch
from storage import Storage


def reported(operation):
    """What the store or the network complains about becomes an OSError, which is tried again like one of a disk."""
    @functools.wraps(operation)
    def run(*words, **named):
        try:
            return operation(*words, **named)
        except (BotoCoreError, ClientError, Boto3Error) as error:
            raise OSError(f"S3: {error}") from error
    return run


def is_missing(error):
    return error.response["Error"]["Code"] in ("404", "NoSuchKey", "NotFound")


class Bucket(Storage):
    def __init__(self, where):
        self.bucket, _, prefix = where.removeprefix("s3://").partition("/")
        self.prefix = prefix.strip("/") + "/" if prefix.strip("/") else ""
        self.client = self._connect()
        # A wrong name or key is said before the work.
        self._list("ledger/none")
        # On this machine's disk: a bucket can't rename.
        root = pathlib.Path(tempfile.gettempdir()) / f"ingestion-{os.getuid()}"
        self.scratch = scratch.Scratch(root, lambda probe: probe.touch() or os.stat(probe).st_mtime)

    @reported
    def _connect(self):
        return boto3.client("s3")

    def address(self, name):
        return f"s3://{self.bucket}/{self.prefix}{name}"

    def _at(self, name):
        return {"Bucket": self.bucket, "Key": self.prefix + name}

    @reported
    def _list(self, name):
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=self.prefix + name)
        return [entry["Key"] for page in pages for entry in page.get("Contents", [])]

    @reported
    def exists(self, name):
        try:
            self.client.head_object(**self._at(name))
        except ClientError as error:
            if is_missing(error):
                return False
            raise
        return True

    @reported
    def read(self, name):
        try:
            return self.client.get_object(**self._at(name))["Body"].read()
        except ClientError as error:
            if is_missing(error):
                return None
            raise

    @reported
    def write(self, name, data):
        self.client.put_object(**self._at(name), Body=data)

    @reported
    def create(self, name, data):
        try:
            self.client.put_object(**self._at(name), Body=data, IfNoneMatch="*")
        except ClientError as error:
            if error.response["Error"]["Code"] in ("PreconditionFailed", "ConditionalRequestConflict", "412", "409"):
                return False
            raise
        return True

    def touch(self, name):
        self.write(name, self.read(name))

    @reported
    def age(self, name):
        answer = self.client.head_object(**self._at(name))
        now = email.utils.parsedate_to_datetime(answer["ResponseMetadata"]["HTTPHeaders"]["date"])
        return (now - answer["LastModified"]).total_seconds()

    @reported
    def keep(self, path, name):
        """A folder is there when its report is: that comes last."""
        path = pathlib.Path(path)
        files = [file for file in path.rglob("*") if file.is_file()] if path.is_dir() else [path]
        for file in sorted(files, key=lambda file: (file.name == "report.json", file)):
            inner = "/" + file.relative_to(path).as_posix() if path.is_dir() else ""
            self.client.upload_file(str(file), self.bucket, self.prefix + name + inner)

    @reported
    def copy(self, source, target):
        self.client.copy(self._at(source), self.bucket, self.prefix + target)

    @contextlib.contextmanager
    def local(self, name):
        with self.scratch.folder() as folder:
            path = folder / pathlib.PurePosixPath(name).name
            self._download(name, path)
            yield path

    @reported
    def _download(self, name, path):
        self.client.download_file(self.bucket, self.prefix + name, str(path))

    @reported
    def remove(self, name):
        for key in [self.prefix + name, *self._list(name + "/")]:
            self.client.delete_object(Bucket=self.bucket, Key=key)
