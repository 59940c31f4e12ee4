"""Finds the texts of sqlx's checked queries in Rust sources.

sqlx names the offline data of a query after the SHA-256 of its text, so the texts alone tell which files must exist.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import places

MACRO = re.compile(r"\bquery(?P<file>_file)?(?P<kind>_as|_scalar)?(?:_unchecked)?!\s*[({\[]")
TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/"  # comments
    r'|b?r(?P<hashes>#*)"(?P<raw>.*?)"(?P=hashes)'  # raw strings
    r'|"(?P<plain>(?:[^"\\]|\\.)*)"'  # strings
    r"|'(?:[^'\\\n]|\\[^\n][^'\n]*)'",  # characters
    re.DOTALL,
)
ESCAPE = re.compile(r"\\(?:\r?\n\s*|u\{([0-9a-fA-F_]+)\}|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\\": "\\", '"': '"', "'": "'"}


class Query(NamedTuple):
    text: str
    place: str  # file:line

    @property
    def file(self) -> str:
        return f"query-{hashlib.sha256(self.text.encode()).hexdigest()}.json"


def sources() -> Iterator[Path]:
    """The workspace's Rust files."""
    for top in ("services", "bff", "proto", "web"):
        yield from sorted(
            file
            for file in (places.ROOT / top).glob("**/*.rs")
            if "target" not in file.parts and "node_modules" not in file.parts
        )


def queries() -> Iterator[Query]:
    """All checked queries of the workspace."""
    for file in sources():
        text = file.read_text()
        if "query" in text:
            yield from in_text(text, file)


def in_text(text: str, file: Path) -> Iterator[Query]:
    """The checked queries of one source."""
    blanked, strings = without_strings(text)
    for call in MACRO.finditer(blanked):
        place = f"{file.relative_to(places.ROOT)}:{text.count(chr(10), 0, call.start()) + 1}"
        found = first_string(blanked, strings, call)
        if found is None:
            continue
        if call["file"]:
            found = (crate(file) / found).read_text()
        yield Query(found, place)


def without_strings(text: str) -> tuple[str, dict[int, str]]:
    """The text with comments and strings made blank, a string's first place marked by a quote; and the strings by place."""
    strings: dict[int, str] = {}

    def blank(token: re.Match) -> str:
        if token.group("raw") is None and token.group("plain") is None:
            return re.sub(r"[^\n]", " ", token.group())
        strings[token.start()] = (
            token.group("raw") if token.group("raw") is not None else unescape(token.group("plain"))
        )
        return '"' + re.sub(r"[^\n]", " ", token.group()[1:])

    return TOKEN.sub(blank, text), strings


def first_string(blanked: str, strings: dict[int, str], call: re.Match) -> str | None:
    """The first string argument; strings joined by + count as one, as for the macro."""
    at, depth, joined, waiting = call.end(), 0, None, False
    while at < len(blanked):
        char = blanked[at]
        if char == '"' and at in strings:
            if joined is not None and not waiting:
                break
            joined, waiting = (joined or "") + strings[at], False
        elif char == "+" and joined is not None:
            waiting = True
        elif joined is not None and not char.isspace():
            break
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if depth < 0:
                break
        elif char == "," and depth == 0 and joined is None and call["kind"] != "_as":
            break  # the first argument wasn't a string: a macro of ours, or a variable
        at += 1
    return joined


def unescape(literal: str) -> str:
    def one(escape: re.Match) -> str:
        code, byte, char = escape.groups()
        if code or byte:
            return chr(int((code or byte).replace("_", ""), 16))
        return SIMPLE.get(char, char) if char else ""

    return ESCAPE.sub(one, literal)


def crate(file: Path) -> Path:
    """The folder of the crate that the source belongs to."""
    return next(folder for folder in file.parents if (folder / "Cargo.toml").exists())
