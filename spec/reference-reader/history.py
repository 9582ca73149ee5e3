"""Section 11: recorded saves. (Filled in below: policy, state, transactions, digests.)"""
import re

from objects import Member
from rules import Refused

POLICY = (                                                          # 11.2
    Member("keeps", "text"),
    Member("transactions", "integer", False),
    Member("days", "integer", False),
    Member("bytes", "integer", False),
)
NUMBER_AND_DIGEST = (Member("number", "integer"), Member("digest", "text"))


def check_policy(policy, rule, place):
    if policy is None:
        return
    if policy["keeps"] not in ("none", "names", "values"):
        raise Refused(rule, "history.keeps", place)
    for name in ("transactions", "days", "bytes"):
        if policy.get(name, 0) < 0:
            raise Refused(rule, f"history.{name}", place)


def run_of_name(name, encoding):
    """11.3: −1 of the state, n of the run from 128·n; None of any other name."""
    if name == f"history/state.{encoding}":
        return -1
    found = re.fullmatch(rf"history/(0|[1-9][0-9]*)-([1-9][0-9]*)\.{encoding}", name)
    if found and int(found[1]) % 128 == 0 and int(found[2]) == int(found[1]) + 127:
        return int(found[1]) // 128
    return None


def check_run(transactions, run, place):
    pass


def check(document):
    pass
