"""`bff/openapi.json`, and whether an answer is as it says."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema_rs

METHODS = ("get", "put", "post", "delete")


class Document:
    """The document, with the schemas that were read from it so far."""

    def __init__(self, path: Path):
        self.raw = json.loads(path.read_text())
        self.operations = {
            f"{method.upper()} {path}": operation
            for path, item in self.raw["paths"].items()
            for method, operation in item.items()
            if method in METHODS
        }
        self.validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def problems(self, call: str, status: int, headers, body: bytes) -> list[str]:
        """What an answer to a call has that the document does not say, in sentences."""
        documented = self.operations[call]["responses"].get(str(status))
        if documented is None:
            return [f"the status {status} is not documented: {body[:400]!r}"]
        found = [f"the header {name} is missing" for name in missing(documented, headers, status)]
        content = documented.get("content", {})
        kind = (headers.get("content-type") or "").split(";")[0].strip()
        if kind not in content:
            return [*found, f"the content type {kind!r} is not documented for {status}, only {', '.join(content) or 'no content'}"]
        schema = content[kind].get("schema")
        if schema is None or not kind.startswith("application/") or kind == "application/gzip":
            return found
        lines = body.splitlines() if kind == "application/x-ndjson" else [body]
        for line in filter(None, lines):
            found += self.mismatches(schema, line)
        return found[:5]

    def unfit(self, call: str, body: object) -> list[str]:
        """What is wrong with a body that is to be sent, by the document."""
        documented = self.operations[call].get("requestBody")
        if documented is None:
            return [] if body is None else ["the call is documented without a body"]
        if body is None:
            return ["a body is documented as required"] if documented.get("required") else []
        return self.mismatches(documented["content"]["application/json"]["schema"], json.dumps(body).encode())

    def mismatches(self, schema: dict, body: bytes) -> list[str]:
        try:
            value = json.loads(body)
        except ValueError as reason:
            return [f"the body is not JSON: {reason}"]
        return [f"{'.'.join(map(str, each.instance_path)) or 'the body'}: {each.message[:300]}" for each in self.validator(schema).iter_errors(value)]

    def validator(self, schema: dict) -> jsonschema_rs.Draft202012Validator:
        key = json.dumps(schema, sort_keys=True)
        if key not in self.validators:
            whole = {**schema, "components": self.raw["components"]}
            self.validators[key] = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
        return self.validators[key]


def missing(documented: dict, headers, status: int) -> list[str]:
    """Headers that every answer of this kind has."""
    always = [name for name in documented.get("headers", {}) if name != "Retry-After" or status in (429, 503)]
    return [name for name in always if headers.get(name) is None]
