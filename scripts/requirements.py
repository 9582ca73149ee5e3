"""The numbered requirements of the text, and what checks each: the rules that it names with their broken samples, the tests and
scripts that name it, or a reason in spec/requirements.json.

A test or script names requirements in a comment: `Spec 3.6-4`, or `Spec 3.6-4, 3.6-5`.
"""
import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
SPEC = ROOT / "spec"
NUMBER = r"\d+(?:\.\d+)*-\d+"
# These pages have no requirements: they inform, or scripts/make-rules writes them.
UNNUMBERED = ("14-", "18-", "19-")


class Requirement:
    def __init__(self, number, page, text):
        self.number, self.page, self.text = number, page, text

    def first_words(self):
        plain = re.sub(r"\*\*|\]\([^)]*\)|\[", "", self.text.split("\n\n")[0].replace("\n", " ").replace("|", "\\|"))
        words = re.sub(r" +", " ", plain).strip()
        if len(words) > 90:
            words = words[:90].rpartition(" ")[0] + " …"
        return words + "`" * (words.count("`") % 2)

    def rules(self, known):
        """The rules that it names, whole or for records and trees at once."""
        named = []
        for span in re.findall(r"`([^`\s]+)`", self.text):
            names = ["record-" + span[2:], "tree-" + span[2:]] if span.startswith("…-") else [span]
            named += [name for name in names if name in known and name not in named]
        return named


def requirements():
    """All requirements in the order of the pages. Each reaches to the next one, or to the next heading."""
    found, problems, seen = [], [], set()
    for path in sorted(SPEC.glob("[0-9]*.md")):
        if path.name.startswith(UNNUMBERED):
            continue
        clause, is_fenced, current = None, False, None
        for line in path.read_text().split("\n"):
            is_fenced ^= line.lstrip().startswith("```")
            heading = None if is_fenced else re.match(r"#+ (?:(\d+(?:\.\d+)*)\.? )?", line)
            start = None if is_fenced else re.match(rf"(?:[*-] |\d+\. )?\*\*\[({NUMBER})\]\*\* ?(.*)", line)
            if heading:
                clause, current = heading[1] or clause, None
            elif start:
                current = Requirement(start[1], path.name, start[2] + "\n")
                found.append(current)
                if start[1] in seen:
                    problems.append(f"{start[1]} stands twice")
                if start[1].rpartition("-")[0] != clause:
                    problems.append(f"{start[1]} stands in clause {clause}")
                seen.add(start[1])
            elif current:
                current.text += line + "\n"
    return found, problems


def naming():
    """The files that name each requirement."""
    paths = [*(ROOT / "Tests").rglob("*.swift"), *(ROOT / "spec" / "reference-reader").glob("*.py"),
             *(path for path in (ROOT / "scripts").rglob("*") if path.is_file() and path.suffix != ".pyc")]
    found = {}
    for path in sorted(paths):
        if path == pathlib.Path(__file__).resolve():
            continue
        for numbers in re.findall(rf"[Ss]pec ({NUMBER}(?:, {NUMBER})*)", path.read_text(errors="replace")):
            for number in numbers.split(", "):
                names = found.setdefault(number, [])
                name = path.stem if path.suffix == ".swift" else str(path.relative_to(ROOT))
                names += [name] if name not in names else []
    return found


def coverage(rules, samples):
    """The page spec/requirement-coverage.md, and the gaps."""
    known = {rule["id"] for rule in rules}
    found, problems = requirements()
    named = naming()
    reasons = json.loads((SPEC / "requirements.json").read_text())
    rows, counts = [], {"rules": 0, "tests": 0, "reasons": 0}
    for item in found:
        own = [f"`{name}` ({len(samples[name])})" for name in item.rules(known) if name in samples]
        checks, reason = named.get(item.number, []), reasons.get(item.number)
        if own:
            counts["rules"] += 1
        elif checks:
            counts["tests"] += 1
        elif reason:
            counts["reasons"] += 1
        else:
            problems.append(f"{item.number} has no rule with a broken sample, no test that names it, and no reason in requirements.json")
        if reason and (own or checks):
            problems.append(f"{item.number} has a check and a reason in spec/requirements.json")
        shown = own[:6] + ([f"{len(own) - 6} more"] if len(own) > 6 else [])
        rows.append(f"| [{item.number}]({item.page}) | {item.first_words()} | {', '.join(shown)} | {', '.join(checks) or reason or ''} |")
    numbers = {item.number for item in found}
    for number in sorted((named.keys() | reasons.keys()) - numbers):
        problems.append(f"{number} is named by {', '.join(named.get(number, ['spec/requirements.json']))} and is no requirement")
    lines = [
        "# Coverage of the requirements", "",
        "`scripts/make-rules` writes this page. For each requirement of the text it names the rules that the requirement names, with the",
        "number of their broken samples, and the tests, scripts and modules of the reference reader that name the requirement. The other",
        "requirements have a reason in [requirements.json](requirements.json), which says what checks them.", "",
        "`scripts/remove-checks` proves that the broken samples test what they are for: it removes each check of the reference reader, one",
        "by one, and fails if no sample notices. `scripts/remove-checks.json` lists the checks that no sample can reach, with the reason.", "",
        f"{len(found)} requirements: {counts['rules']} name a rule with a broken sample, {counts['tests']} others are named by a test, and "
        f"{counts['reasons']} have a reason.", "",
        "| requirement | first words | rules (broken samples) | tests, or what checks it |", "|---|---|---|---|", *rows]
    return "\n".join(lines) + "\n", problems
