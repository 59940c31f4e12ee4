"""What schemathesis is told beside the document: real things to name, who calls, and which refusals are right.

It loads this by SCHEMATHESIS_HOOKS; CANOPY_API_WALK names the file that the walk has left (ids and tokens), CANOPY_API_SEEN the one for
what was answered.
"""

from __future__ import annotations

import atexit
import json
import os
from collections import Counter, defaultdict
from pathlib import Path

import schemathesis
from schemathesis.core.failures import ServerError

LEFT = json.loads(Path(os.environ["CANOPY_API_WALK"]).read_text())
IDS, TOKENS = LEFT["ids"], LEFT["tokens"]
OWN = set(LEFT["own"])  # what the caller cannot do without; schemathesis also names what it has seen in answers

NOBODY = "00000000-0000-4000-8000-000000000000"

# Of so many calls one keeps the ids that were made up.
KEPT = 4

made: Counter[str] = Counter()
seen: dict[str, Counter[str]] = defaultdict(Counter)


def call_of(case) -> str:
    return f"{case.operation.method.upper()} {case.operation.path}"


def known(call: str, name: str) -> list[str]:
    """Real values for a parameter of the path: those of the call, of its collection, or of the parameter."""
    path = call.split(" ", 1)[1]
    for key in (call, path[: path.index("{" + name + "}") + len(name) + 2]):
        if name == "id" and key in IDS:
            return IDS[key]
    return IDS.get(name, [])


def fill(value: object, turn: int) -> object:
    """The value with real ids in fields whose names say of what; nothing that is not a text is changed."""
    if isinstance(value, dict):
        return {
            name: IDS[name][turn % len(IDS[name])] if isinstance(inner, str) and name in IDS else fill(inner, turn)
            for name, inner in value.items()
        }
    return value


@schemathesis.hook
def before_call(context, case, kwargs) -> None:
    """Most calls name things that there are; who makes them, none of them names."""
    call = call_of(case)
    turn = made[call]
    made[call] += 1
    if turn % KEPT:
        for name in case.path_parameters or {}:
            if values := known(call, name):
                case.path_parameters[name] = values[turn % len(values)]
        if isinstance(case.body, dict):
            case.body = fill(case.body, turn)
        if case.query:
            case.query = fill(dict(case.query), turn)
    for name, value in (case.path_parameters or {}).items():
        if str(value) in OWN and case.method.upper() != "GET":
            case.path_parameters[name] = next(iter(known(call, name)), NOBODY)
    if case.query and "follow" in case.query:
        case.query["follow"] = "false"  # it has no end
    # Logging out ends a session: somebody else's, or none that there is.
    spare = TOKENS.get(call)
    ours = case.headers.get("Authorization") == f"Bearer {TOKENS['caller'][0]}"  # and not one that was made up
    if spare is not None and ours and case.method.upper() == call.split()[0]:
        case.headers["Authorization"] = f"Bearer {spare.pop() if spare else 'used'}"


@schemathesis.hook
def after_call(context, case, response) -> None:
    seen[call_of(case)][str(response.status_code)] += 1


@schemathesis.hook
def filter_failure(context, failure, case, response) -> bool:
    """An outage is documented: a 503 that says when to try again. Any other status of 500 and above is a defect."""
    outage = response.status_code == 503 and "retry-after" in response.headers
    return not (isinstance(failure, ServerError) and outage)


@atexit.register
def tell() -> None:
    Path(os.environ["CANOPY_API_SEEN"]).write_text(json.dumps(seen))
