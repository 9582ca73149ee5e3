"""Section 8: a document that breaks a rule is refused under the rule's identifier."""


class Refused(Exception):
    """A document breaks a rule: its identifier, what is wrong, and where."""

    def __init__(self, rule, message="", place=""):
        super().__init__(f"{message} [{rule}]" if message else f"[{rule}]")
        self.rule, self.message, self.place = rule, message, place


class ValueRefused(Exception):
    """4.0: a text is refused; `word` is one of those of the vectors."""

    ENDINGS = {
        "malformed": "value-type",
        "notCanonical": "value-not-canonical",
        "outOfRange": "value-range",
        "notRepresentable": "value-not-representable",
    }

    def __init__(self, word, message=""):
        super().__init__(message or word)
        self.word, self.message = word, message

    def rule(self, prefix):
        """4.0: the rule, with `record` or `tree` in front."""
        return prefix + "-" + self.ENDINGS[self.word]
