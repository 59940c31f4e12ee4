"""The REST API as a program uses it: each call is held against the document."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field

import requests

from document import Document

PATIENCE = 180  # seconds that anything may take: the machine is busy with other suites


@dataclass
class Case:
    """One call that was made, and what is wrong with its answer."""

    name: str
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0


class Stopped(Exception):
    """The answer is not what the following calls need."""


class Client:
    """Makes calls and remembers what came of each."""

    def __init__(self, document: Document, address: str):
        self.document, self.address = document, address
        self.cases: list[Case] = []
        self.walked: set[str] = set()
        self.http = requests.Session()
        self.http.trust_env = False  # no proxy

    def call(
        self,
        call: str,
        path: dict | None = None,
        body: object = None,
        query: dict | None = None,
        status: int | tuple[int, ...] = (200, 201),
        token: str | None = None,
        headers: dict | None = None,
    ):
        """Make a call as it is documented ("POST /teams/{id}/invites"); the answer's data. It must have one of these statuses."""
        expected = (status,) if isinstance(status, int) else status
        case = Case(f"walk: {call}" if call not in self.walked else f"walk: {call} ({sum(each.name.startswith(f'walk: {call}') for each in self.cases) + 1})")
        self.cases.append(case)
        self.walked.add(call)
        case.problems += [f"what is sent does not fit the document: {each}" for each in self.document.unfit(call, body)]
        began = time.monotonic()
        answer = self.answered(expected, call, path, body, query, token, headers)
        case.seconds = time.monotonic() - began
        case.problems += self.document.problems(call, answer.status_code, answer.headers, answer.content)
        if answer.status_code not in expected:
            case.problems.append(f"{answer.status_code} instead of {' or '.join(map(str, expected))}: {answer.text[:400]}")
            if min(expected) < 400:  # the next calls need what it makes
                raise Stopped(case.name)
        return data(answer)

    def answered(self, expected: tuple[int, ...], *call) -> requests.Response:
        """
        The answer of a call. On a busy machine a part of Canopy, or the simulated cluster, may be late: then the answer is 503 with
        the time after which to ask again, and nothing was done.
        """
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.send(*call)
            again = answer.headers.get("retry-after", "")
            if answer.status_code != 503 or 503 in expected or not again.isdigit() or time.monotonic() > deadline:
                return answer
            time.sleep(min(int(again), 5))

    def send(self, call: str, path=None, body=None, query=None, token=None, headers=None) -> requests.Response:
        method, template = call.split(" ", 1)
        return self.http.request(
            method,
            f"{self.address}/api{template.format(**(path or {}))}",
            params=query,
            json=body,
            headers={**({"authorization": f"Bearer {token}"} if token else {}), **(headers or {})},
            timeout=60,
        )

    def until(self, call: str, ready, path=None, query=None, token=None):
        """Ask again until the answer is so. It is a case only in the end."""
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.send(call, path, None, query, token)
            if answer.status_code == 200 and ready(data(answer)):
                return self.call(call, path, None, query, token=token)
            if time.monotonic() > deadline:
                self.cases.append(Case(f"walk: {call}", [f"not so within {PATIENCE} s: {answer.status_code} {answer.text[:400]}"]))
                raise Stopped(call)
            time.sleep(0.1)


def data(answer: requests.Response):
    """What an answer has inside its envelope, or the whole of it."""
    if answer.headers.get("content-type", "").split(";")[0] != "application/json":
        return answer.content
    found = json.loads(answer.content)
    return found["data"] if isinstance(found, dict) and "data" in found else found
