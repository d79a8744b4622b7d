"""The part of JSON Schema (draft 7) that the app's own schemas use; `jsonschema` is used as well if it can be imported.

`faults(document, schema)` returns a text for each fault.
"""
import importlib.util

TYPES = {
    "object": lambda v: isinstance(v, dict), "array": lambda v: isinstance(v, list), "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool), "null": lambda v: v is None,
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "integer": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool) and v == int(v),
}
KNOWN = {"type", "required", "properties", "items", "enum", "$ref", "minItems", "maxItems", "minimum", "maximum"}
# Keywords that have no effect on a document.
SILENT = {"$schema", "$id", "title", "description", "definitions", "format", "default", "examples", "$comment", "additionalProperties"}


def check(value, schema, root, place):
    if "$ref" in schema:
        target = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        yield from check(value, target, root, place)
        return
    for word in set(schema) - KNOWN - SILENT:
        yield f"{place}: the schema has a word that is not known here: {word}"
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(TYPES[kind](value) for kind in kinds):
        yield f"{place}: {value!r:.40} is not of type {' or '.join(kinds)}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place}: {value!r:.40} is not one of {schema['enum']}"
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                yield f"{place}: '{name}' is a required property"
        for name, inner in schema.get("properties", {}).items():
            if name in value:
                yield from check(value[name], inner, root, f"{place}/{name}")
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield f"{place}: {len(value)} elements"
        if isinstance(schema.get("items"), dict):
            for index, element in enumerate(value):
                yield from check(element, schema["items"], root, f"{place}/{index}")
    if TYPES["number"](value) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{place}: {value} is out of range"


def faults(document, schema):
    found = list(check(document, schema, schema, ""))
    if importlib.util.find_spec("jsonschema") is not None:
        import jsonschema
        others = [error.message for error in jsonschema.Draft7Validator(schema).iter_errors(document)]
        if bool(others) != bool(found):
            found += [f"jsonschema: {text}" for text in others] or ["jsonschema sees nothing wrong"]
    return found
