"""Section 4: the one text of every scalar value."""
import base64
import ipaddress
import math
import re
import struct
import unicodedata
from fractions import Fraction

from json_text import Number
from rules import ValueRefused

WIDTHS = {sign + "int" + str(bits): (bits, sign == "") for sign in ("", "u") for bits in (8, 16, 32, 64)}
SCALARS = ("bool", *WIDTHS, "float", "double", "decimal", "text", "date", "day", "clockTime", "zonedTime", "uuid", "url", "data")
TEXTS = ("text", "clockTime", "zonedTime", "url", "decimal")   # 3.13: of these, tables hold the text
LARGEST_NUMBER = 2 ** 53 - 1

INTEGER = re.compile(r"0|-?[1-9][0-9]*")
LOOSE_INTEGER = re.compile(r"-?[0-9]+")
LOOSE_NUMBER = re.compile(r"(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")


def fullmatch(pattern, text):
    return re.fullmatch(pattern, text)


# 4.1 Truth values

def bool_of_text(text):
    if text not in ("true", "false"):
        raise ValueRefused("malformed")
    return text == "true"


# 4.2 Integers

def integer_of_text(text, least, most):
    if not fullmatch(LOOSE_INTEGER, text):
        raise ValueRefused("malformed")
    if not fullmatch(INTEGER, text):
        raise ValueRefused("notCanonical")
    if len(text) > 30:
        raise ValueRefused("outOfRange")
    value = int(text)
    if not least <= value <= most:
        raise ValueRefused("outOfRange")
    return value


def range_of(type_name):
    bits, signed = WIDTHS[type_name]
    return (-2 ** (bits - 1), 2 ** (bits - 1) - 1) if signed else (0, 2 ** bits - 1)


def integer_of_json(node, least, most):
    """4.2: a number up to 2^53 − 1, beyond it a string of the digits."""
    if not isinstance(node, str):
        raise ValueRefused("malformed")
    value = integer_of_text(node, least, most)
    if isinstance(node, Number) != (abs(value) <= LARGEST_NUMBER):
        raise ValueRefused("notCanonical")
    return value


# 4.3 Floating-point numbers

def parts_of_number(token):
    """Sign, digits without leading zeros and the power of ten of a loose number."""
    found = fullmatch(LOOSE_NUMBER, token)
    if found is None:
        raise ValueRefused("malformed")
    sign, whole, fraction, exponent = found[1], found[2], found[3] or "", found[4] or "0"
    return sign, (whole + fraction).lstrip("0"), int(exponent[:30]) - len(fraction)


def float_of_number(token, width):
    """4.3: the nearest value of the width to the exact decimal, ties to even, rounded once."""
    sign, digits, power = parts_of_number(token)
    if not digits:
        value = 0.0
    elif len(digits) + power > 400:
        raise ValueRefused("outOfRange")
    elif len(digits) + power < -400:
        raise ValueRefused("outOfRange")
    else:
        exact = Fraction(int(digits)) * Fraction(10) ** power
        value = nearest(exact, width)
        if value == 0 or math.isinf(value):
            raise ValueRefused("outOfRange")
    return -value if sign else value


def nearest(exact, width):
    """The value of the width nearest to a positive fraction, ties to even."""
    precision, least, most = (53, -1074, 1023) if width == 64 else (24, -149, 127)
    exponent = exact.numerator.bit_length() - exact.denominator.bit_length()
    if Fraction(2) ** exponent > exact:
        exponent -= 1
    unit = Fraction(2) ** max(exponent - precision + 1, least)
    rounded = round(exact / unit) * unit          # round: to the nearest, ties to even
    if rounded >= Fraction(2) ** (most + 1):
        return math.inf
    return float(rounded)


def float_text(value, width=64):
    """4.3, text(x)."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "INF" if value > 0 else "-INF"
    if value == 0:
        return "-0" if math.copysign(1, value) < 0 else "0"
    if value < 0:
        return "-" + float_text(-value, width)
    digits, n = shortest_digits(value, width)
    k = len(digits)
    if k <= n <= 21:
        return digits + "0" * (n - k)
    if 0 < n <= 21:
        return digits[:n] + "." + digits[n:]
    if -6 < n <= 0:
        return "0." + "0" * -n + digits
    exponent = n - 1
    return (digits[0] + ("." + digits[1:] if k > 1 else "")
            + "e" + ("+" if exponent > 0 else "-") + str(abs(exponent)))


def shortest_digits(value, width):
    """4.3: the fewest digits d1…dk, and n, with which 0.d1…dk × 10^n reads back to the value."""
    if width == 64:
        # Python's repr is this very definition for binary64.
        mantissa, _, exponent = repr(value).partition("e")
        whole, _, fraction = mantissa.partition(".")
        digits = whole + fraction
        n = len(whole) + int(exponent or 0)
        n -= len(digits) - len(digits.lstrip("0"))
        return digits.strip("0"), n
    exact = Fraction(value)
    n = len(str(math.floor(exact))) if exact >= 1 else 1
    while Fraction(10) ** (n - 1) > exact:
        n -= 1
    for k in range(1, 18):
        unit = Fraction(10) ** (n - k)
        below = math.floor(exact / unit)
        candidates = [c for c in (below, below + 1) if c and nearest(c * unit, width) == value]
        if candidates:
            best = min(candidates, key=lambda c: (abs(c * unit - exact), c % 2))
            digits = str(best)
            return digits.rstrip("0") or "0", n + len(digits) - k
    raise AssertionError("a binary32 has at most nine digits")


def is_binary32(value):
    """4.3: whether a binary32 has this value."""
    if value - value != 0 or value == 0:
        return True
    exact = Fraction(abs(value))
    return nearest(exact, 32) == exact


WORDS = {"INF": math.inf, "-INF": -math.inf, "NaN": math.nan}


def float_of_text(text, width=64):
    """4.3: the value of its one text, as in XML."""
    if text in WORDS:
        return WORDS[text]
    value = float_of_number(text, width)
    if float_text(value, width) != text:
        raise ValueRefused("notCanonical")
    return value


def float_of_json(node, width=64):
    """4.3: any number, and the words and "-0" as strings."""
    if isinstance(node, Number):
        return float_of_number(node, width)
    if not isinstance(node, str):
        raise ValueRefused("malformed")
    if node in WORDS:
        return WORDS[node]
    if node == "-0":
        return -0.0
    raise ValueRefused("malformed")


# 4.4 Dates

DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?Z")


def date_text(x):
    """4.4, text(x)."""
    if math.isfinite(x) and not is_negative_zero(x) and -63113904000 <= x < 252423993600:
        exact = Fraction(x)
        for k in range(10):
            d = Fraction(round(exact * 10 ** k), 10 ** k)
            if float(d) == x:
                s = math.floor(d)
                f = (d - s) * 10 ** k
                return calendar_fields(s) + (f".{int(f):0{k}}" if k > 0 else "") + "Z"
    return "@" + float_text(x)


def is_negative_zero(x):
    return x == 0 and math.copysign(1, x) < 0


def calendar_fields(s):
    """4.4, calendar fields of s."""
    days, rest = s // 86400 + 730791, s % 86400
    hour, minute, second = rest // 3600, rest // 60 % 60, rest % 60
    era, e = days // 146097, days % 146097
    y = (e - e // 1460 + e // 36524 - e // 146096) // 365
    r = e - (365 * y + y // 4 - y // 100)
    m = (5 * r + 2) // 153
    day = r - (153 * m + 2) // 5 + 1
    month = m + 3 if m < 10 else m - 9
    year = 400 * era + y + (1 if month <= 2 else 0)
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"


def date_of_text(text):
    """4.4, value(t)."""
    if text.startswith("@"):
        x = float_of_text(text[1:])
    else:
        found = fullmatch(DATE, text)
        if found is None:
            raise ValueRefused("malformed")
        fields, fraction = found.groups()[:6], found[7] or ""
        s = seconds_of_fields(*map(int, fields))
        k = len(fraction)
        x = float(Fraction(s * 10 ** k + int(fraction or 0), 10 ** k))
    if date_text(x) != text:
        raise ValueRefused("notCanonical")
    return x


def seconds_of_fields(year, month, day, hour, minute, second):
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    lengths = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    if (not 1 <= year or not 1 <= month <= 12 or not 1 <= day <= lengths[month - 1]
            or hour > 23 or minute > 59 or second > 59):
        raise ValueRefused("outOfRange")
    before = year - 1
    days = before * 365 + before // 4 - before // 100 + before // 400
    days += sum(lengths[:month - 1]) + day - 1
    return (days - 730485) * 86400 + hour * 3600 + minute * 60 + second


# 4.5 Decimals

def decimal_of_text(text):
    """4.5, value(t): (significand, exponent), or None for NaN."""
    if text == "NaN":
        return None
    if text == "0":
        return 0, 0
    if not fullmatch(LOOSE_NUMBER, text):
        raise ValueRefused("malformed")
    if not fullmatch(r"-?(?:[1-9][0-9]*(?:\.[0-9]*[1-9])?|0\.[0-9]*[1-9])", text):
        raise ValueRefused("notCanonical")
    digits, _, fraction = text.lstrip("-").partition(".")
    significant = (digits + fraction).rstrip("0")
    e = len(digits) - len(significant)
    c = int(significant[-400:])          # digits beyond 39 only make it too great
    c = max(c, 2 ** 128 if len(significant.lstrip("0")) > 39 else 0)
    if e > 127 and c * 10 ** min(e - 127, 40) >= 2 ** 128:
        raise ValueRefused("outOfRange")
    if c >= 2 ** 128:
        raise ValueRefused("notRepresentable")
    if e < -128:
        raise ValueRefused("outOfRange")
    return (-c if text[0] == "-" else c), e


# 4.6 Data

def data_of_text(text):
    if not fullmatch(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?", text):
        raise ValueRefused("malformed")
    data = base64.b64decode(text)
    if data_text(data) != text:
        raise ValueRefused("notCanonical")
    return data


def data_text(data):
    return base64.b64encode(data).decode("ascii")


# 4.7 UUIDs

def uuid_of_text(text):
    if not fullmatch(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}", text):
        raise ValueRefused("malformed")
    if text != text.upper():
        raise ValueRefused("notCanonical")
    return text


# 4.8 URLs

UNRESERVED = r"A-Za-z0-9\-._~"
SUB_DELIMS = r"!$&'()*+,;="
ENCODED = r"%[0-9A-Fa-f]{2}"
PCHAR = rf"(?:[{UNRESERVED}{SUB_DELIMS}:@]|{ENCODED})"
SCHEME = r"[A-Za-z][A-Za-z0-9+\-.]*"
IP_LITERAL = rf"\[(?:[0-9A-Fa-f:.]+|[vV][0-9A-Fa-f]+\.[{UNRESERVED}{SUB_DELIMS}:]+)\]"
AUTHORITY = (rf"(?:(?:[{UNRESERVED}{SUB_DELIMS}:]|{ENCODED})*@)?"
             rf"(?:{IP_LITERAL}|(?:[{UNRESERVED}{SUB_DELIMS}]|{ENCODED})*)(?::[0-9]*)?")
TAIL = rf"(?:\?(?:{PCHAR}|[/?])*)?(?:#(?:{PCHAR}|[/?])*)?"
SEGMENTS = rf"(?:/{PCHAR}*)*"
URI = re.compile(rf"{SCHEME}:(?://{AUTHORITY}{SEGMENTS}|/(?:{PCHAR}+{SEGMENTS})?|{PCHAR}+{SEGMENTS}|){TAIL}")
RELATIVE = re.compile(
    rf"(?://{AUTHORITY}{SEGMENTS}|/(?:{PCHAR}+{SEGMENTS})?"
    rf"|(?:[{UNRESERVED}{SUB_DELIMS}@]|{ENCODED})+{SEGMENTS}|){TAIL}")


def is_reference(text):
    """4.8: a URI-reference of RFC 3986, not empty."""
    found = re.search(r"\[([^vV\]].*?)\]", text)
    return text != "" and bool(fullmatch(URI, text) or fullmatch(RELATIVE, text)) and (not found or is_ipv6(found[1]))


def is_ipv6(text):
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


def url_of_text(text):
    """4.8: the reference, and the base or None."""
    references = text.split(" ")
    if len(references) > 2 or not all(map(is_reference, references)):
        raise ValueRefused("malformed")
    if len(references) == 2 and fullmatch(URI, references[0]):
        raise ValueRefused("notRepresentable")
    return references[0], references[1] if len(references) == 2 else None


# 4.12 Days

DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")


def day_of_text(text):
    """4.12: a number of days since 2001-01-01."""
    found = fullmatch(DAY, text)
    if found is None:
        raise ValueRefused("malformed")
    return seconds_of_fields(*map(int, found.groups()), 0, 0, 0) // 86400


def day_text(days):
    return calendar_fields(days * 86400).partition("T")[0]


# 4.13 Times at a place

ZONE_PART = r"(?!\.{1,2}[\]/])[A-Za-z._][A-Za-z._0-9+-]*"
LOOSE_ZONED = re.compile(
    rf"([0-9]{{4}})-([0-9]{{2}})-([0-9]{{2}})T([0-9]{{2}}):([0-9]{{2}}):([0-9]{{2}})(?:\.([0-9]{{1,9}}))?"
    rf"(Z|[+-][0-9]{{2}}:[0-9]{{2}})\[({ZONE_PART}(?:/{ZONE_PART})*)\]")


def zoned_time_of_text(text):
    """4.13: local time in seconds since 2001-01-01T00:00:00 on the same clock, nanoseconds, offset in minutes, zone."""
    found = fullmatch(LOOSE_ZONED, text)
    if found is None:
        raise ValueRefused("malformed")
    fraction, offset, zone = found[7] or "", found[8], found[9]
    if fraction.endswith("0") or offset in ("Z", "-00:00"):
        raise ValueRefused("notCanonical")
    local = seconds_of_fields(*map(int, found.groups()[:6]))
    hours, minutes = int(offset[1:3]), int(offset[4:])
    if hours > 23 or minutes > 59:
        raise ValueRefused("outOfRange")
    ahead = hours * 60 + minutes
    return local, int(fraction.ljust(9, "0")), -ahead if offset[0] == "-" else ahead, zone


# 4.14 Times by a clock

LOOSE_LOCAL = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]{1,9}))?")


def clock_time_of_text(text):
    """4.14: local time and nanoseconds, and of a time at a place also its offset and zone."""
    found = fullmatch(LOOSE_LOCAL, text)
    if found is None:
        return zoned_time_of_text(text)
    fraction = found[7] or ""
    if fraction.endswith("0"):
        raise ValueRefused("notCanonical")
    return seconds_of_fields(*map(int, found.groups()[:6])), int(fraction.ljust(9, "0"))


# All scalars

def of_text(type_name, text):
    """The value of a text, as in XML. Decimals, times at a place, UUIDs and URLs are kept as their texts."""
    if type_name == "text":
        return text
    if type_name == "bool":
        return bool_of_text(text)
    if type_name in WIDTHS:
        return integer_of_text(text, *range_of(type_name))
    if type_name in ("float", "double"):
        return float_of_text(text, 32 if type_name == "float" else 64)
    if type_name == "date":
        return date_of_text(text)
    if type_name == "day":
        return day_of_text(text)
    if type_name == "data":
        return data_of_text(text)
    {"decimal": decimal_of_text, "clockTime": clock_time_of_text, "zonedTime": zoned_time_of_text, "uuid": uuid_of_text,
     "url": url_of_text}[type_name](text)
    return text


def of_json(type_name, node):
    """The value of a node of JSON."""
    if type_name == "bool":
        if not isinstance(node, bool):
            raise ValueRefused("malformed")
        return node
    if type_name in WIDTHS:
        return integer_of_json(node, *range_of(type_name))
    if type_name in ("float", "double"):
        return float_of_json(node, 32 if type_name == "float" else 64)
    if not isinstance(node, str) or isinstance(node, Number):
        raise ValueRefused("malformed")
    return of_text(type_name, node)


def text_of(type_name, value):
    """The one text of a value."""
    if type_name == "bool":
        return "true" if value else "false"
    if type_name in WIDTHS:
        return str(value)
    if type_name in ("float", "double"):
        return float_text(value, 32 if type_name == "float" else 64)
    if type_name == "date":
        return date_text(value)
    if type_name == "day":
        return day_text(value)
    if type_name == "data":
        return data_text(value)
    return value


# 4.11 Comparing values

def comparison_key(type_name, value):
    """4.11: equal for values that are equal as keys."""
    if type_name in TEXTS:
        return unicodedata.normalize("NFC", value)
    if type_name in ("float", "double", "date"):
        return number_key(value)
    return value


def number_key(value):
    """4.11: 0 = −0, and NaN equals NaN."""
    return "NaN" if math.isnan(value) else value + 0.0


def comparison_bytes(type_name, value):
    """3.13: the comparison form of a value, of which index parts hold hashes."""
    if type_name in TEXTS:
        return unicodedata.normalize("NFC", value).encode("utf-8") + b"\xff"
    if type_name in ("float", "double", "date"):
        if math.isnan(value):
            return bytes.fromhex("000000000000f87f")
        return struct.pack("<d", value + 0.0)
    if type_name == "bool":
        return bytes([value])
    if type_name == "uuid":
        return bytes.fromhex(value.replace("-", ""))
    if type_name == "data":
        return len(value).to_bytes(8, "little") + value
    return (value % 2 ** 64).to_bytes(8, "little")


# 3.9 Reverse-DNS names

def is_reverse_dns(name):
    """Two or more labels, none of them empty."""
    return len(name) <= 255 and re.fullmatch(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+", name) is not None
