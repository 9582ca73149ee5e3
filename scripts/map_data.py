"""What the scripts that make tables of places share: make-outlines, make-airports, make-towns."""
import contextlib
import glob
import pathlib
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


@contextlib.contextmanager
def package(requirement):
    """The files of a package on PyPI, such as airportsdata==20260905, as a zip file."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                   "--dest", folder, requirement]
        subprocess.run(command, check=True)
        with zipfile.ZipFile(glob.glob(folder + "/*.whl")[0]) as archive:
            yield archive


def number(value, digits):
    """A number of 0 or more with a fixed number of digits to the base 64, from `0` to `p` without the backslash."""
    text = ""
    for _ in range(digits):
        digit = value % 64
        text = chr(ord("0") + digit + (digit >= 44)) + text
        value //= 64
    return text


def settle(path, text):
    """Writes a file, or with --check fails if it differs."""
    file = ROOT / path
    if "--check" in sys.argv:
        if not file.exists() or file.read_text() != text:
            sys.exit(f"{path} differs from what {pathlib.Path(sys.argv[0]).name} writes: run it")
    else:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
