"""Checks pages in Chromium: what scripts/check-pages has written to a folder.

    page_checks.py FOLDER [--screenshots]

Each page, at 360 and 1280 pixels, light and dark:

* its texts are there, and nothing reaches beyond the window or is cut off,
* the browser asks for nothing but the page, and reports no error,
* axe-core finds no violation,
* every link is reached with the Tab key, in the order of the page, and has a visible focus.

Once: the search finds trips without accents and case; without scripts everything is there; a printed page
has all texts; a hostile document runs nothing.
"""
import base64
import functools
import http.server
import json
import pathlib
import subprocess
import sys
import threading

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys

ROOT = pathlib.Path(__file__).resolve().parent.parent
AXE = ROOT / ".build" / "axe-core" / "axe.min.js"
PICTURES = ROOT / "samples" / "pages"
WIDTHS = [360, 1280]
SCHEMES = ["light", "dark"]

# The page and texts that it must show.
PAGES = {
    "paris": ["Été à Paris", "Monday, 1 July 2024", "London Heathrow", "Europe/Paris", "Key below the pot", "Orsay"],
    "bly": ["Around the World in Seventy-Two Days", "Grand Oriental Hotel", "Yokohama", "Nellie Bly"],
    "journeys": ["12 trips", "رحلة ابن بطوطة", "おくのほそ道", "이산가족 방문단 교환", "Mare Tranquillitatis"],
    "extremes": ["the first and the last day there is", "31 December 9999"],
    "collection": ["13 objects", "Born", "19 January 1839", "Sculpture"],
    "hostile": ["</title><script>alert(1)</script>", "javascript:alert(1)", "長長長", "ירושלים"],
}

# The pictures that the repository keeps: page, width, height, scheme.
SCREENSHOTS = [
    ("bly", 1280, 1000, "light"), ("bly", 360, 780, "dark"), ("journeys", 1280, 900, "dark"), ("paris", 360, 780, "light"),
]

# The elements that reach beyond the window, or hide a part of their text.
OVERFLOWING = """
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth) { found.push("page " + document.documentElement.scrollWidth); }
    for (const element of document.body.querySelectorAll("*:not(svg *)")) {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || element.closest(".skip, [hidden]")) { continue; }
      const name = element.tagName + "." + element.className + " " + element.textContent.slice(0, 40);
      if (box.left < -1 || box.right > innerWidth + 1) { found.push(name + " " + box.left + "–" + box.right); }
      const isHidden = getComputedStyle(element).overflowX !== "visible";
      if (isHidden && element.tagName !== "svg" && element.scrollWidth > element.clientWidth + 1) { found.push("cut " + name); }
    }
    for (const name of document.querySelectorAll("svg text")) {
      const box = name.getBoundingClientRect();
      const frame = name.ownerSVGElement.getBoundingClientRect();
      if (box.width > 0 && (box.left < frame.left - 1 || box.right > frame.right + 1)) {
        found.push("map " + name.textContent + " " + (box.right - frame.right));
      }
    }
    return found;
"""

failures = []


def check(is_right, place, words):
    if not is_right:
        failures.append(f"{place}: {words}")


class Server(http.server.ThreadingHTTPServer):
    """A server of the pages, which counts what is asked for."""

    def __init__(self, folder):
        self.asked = []
        asked = self.asked

        class Handler(http.server.SimpleHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                super().do_GET()

            def end_headers(self):
                self.send_header("Cache-Control", "no-store")
                super().end_headers()

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, page):
        return f"http://127.0.0.1:{self.server_port}/{page}.html"


def browser():
    options = Options()
    for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def emulate(driver, width, height, scheme):
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})


def requested(driver):
    """The URLs that the browser has asked for since the last call, without those in the page."""
    urls = []
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            urls.append(message["params"]["request"]["url"])
    return [url for url in urls if not url.startswith("data:")]


def check_look(driver, server, name, width, scheme):
    place = f"{name}, {width}, {scheme}"
    emulate(driver, width, 900, scheme)
    requested(driver)
    driver.get_log("browser")
    server.asked.clear()
    driver.get(server.url(name))
    # Articles outside the window have no layout yet.
    driver.execute_script("for (const a of document.querySelectorAll('article')) { a.style.contentVisibility = 'visible'; }")
    text = driver.execute_script("return document.body.innerText")
    for wanted in PAGES[name]:
        check(wanted in text, place, f"no text {wanted}")
    overflowing = driver.execute_script(OVERFLOWING)
    check(not overflowing, place, f"overflows: {overflowing[:5]}")
    background = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    check((background == "rgb(255, 255, 255)") == (scheme == "light"), place, f"the background is {background}")
    for entry in driver.get_log("browser"):
        check(False, place, entry["message"])
    check(requested(driver) == [server.url(name)], place, "the browser asked for more than the page")
    check(server.asked == [f"/{name}.html"], place, f"the server was asked for {server.asked}")


def check_access(driver, place):
    driver.execute_script(AXE.read_text())
    report = driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run({resultTypes: ['violations', 'incomplete']}).then(done, (e) => done({failure: String(e)}));")
    check("failure" not in report, place, report.get("failure"))
    for violation in report.get("violations", []):
        nodes = [node["html"][:120] for node in violation["nodes"][:3]]
        check(False, place, f"axe: {violation['id']}: {violation['help']}: {nodes}")


def check_keyboard(driver, place):
    stops = driver.execute_script("""
        const all = Array.from(document.querySelectorAll("a[href], input"));
        all.forEach((stop, index) => { stop.setAttribute("data-stop", index); });
        document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute("tabindex");
        return all.filter((stop) => stop.checkVisibility()).length;""")
    reached = []
    for _ in range(stops):
        driver.switch_to.active_element.send_keys(Keys.TAB)
        reached.append(driver.execute_script("""
            const stop = document.activeElement;
            const style = getComputedStyle(stop);
            return [Number(stop.getAttribute("data-stop")), style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2];"""))
    check([number for number, _ in reached] == list(range(stops)), place, f"Tab reaches {reached[:20]} of {stops}")
    check(all(shown for _, shown in reached), place, "a focus is invisible")


def check_search(driver, server):
    emulate(driver, 1280, 900, "light")
    driver.get(server.url("journeys"))
    field = driver.find_element("id", "search-text")
    # Of the name; without accents; of a leg; two words; nothing.
    for words, expected in [("BEAGLE", 1), ("полет", 1), ("colombo", 1), ("rom goethe", 1), ("zzzz", 0), ("", 12)]:
        field.clear()
        field.send_keys(words or " ")
        rows = driver.execute_script("return document.querySelectorAll('#overview > li:not([hidden])').length")
        articles = driver.execute_script("return document.querySelectorAll('main > article:not([hidden])').length")
        status = driver.find_element("id", "search-status").text
        check((rows, articles) == (expected, expected), "search", f"{words!r} finds {rows} rows, {articles} trips")
        check(status == (f"{expected} of 12 found" if words else ""), "search", f"{words!r} says {status!r}")


def check_without_script(driver, server):
    # As high as the page: what is outside the window is not laid out yet.
    emulate(driver, 1280, 20000, "light")
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    driver.get(server.url("journeys"))
    tree = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    names = " ".join(str(node.get("name", {}).get("value", "")) for node in tree)
    for wanted in PAGES["journeys"] + ["Timeline", "Colombo"]:
        check(wanted in names, "without script", f"no text {wanted}")
    check("searchbox" not in [node.get("role", {}).get("value") for node in tree], "without script", "there is a search")
    driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def check_print(driver, server, folder):
    for name in ["paris", "journeys"]:
        emulate(driver, 1280, 900, "dark")
        driver.get(server.url(name))
        printed = driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True, "printBackground": False})
        path = folder / f"{name}.pdf"
        path.write_bytes(base64.b64decode(printed["data"]))
        text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
        # The letters of other scripts come out in other forms.
        for wanted in [word for word in PAGES[name] if word.isascii()] + ["Legs", "Stays"]:
            check(wanted in text, f"print of {name}", f"no text {wanted}")
        if name == "paris":
            check("https://example.org/hotel" in text, "print of paris", "no URL of a link")
            check("Search" not in text, "print of paris", "there is a search")
        else:
            check(text.count("\f") >= 12, "print of journeys", "trips do not begin on pages of their own")


def main():
    folder = pathlib.Path(sys.argv[1])
    server = Server(folder)
    driver = browser()
    try:
        for name in PAGES:
            for width in WIDTHS:
                for scheme in SCHEMES:
                    check_look(driver, server, name, width, scheme)
                    check_access(driver, f"{name}, {width}, {scheme}")
                if name in ["paris", "hostile"]:
                    check_keyboard(driver, f"{name}, {width}, keyboard")
        check_search(driver, server)
        check_without_script(driver, server)
        check_print(driver, server, folder)
        if "--screenshots" in sys.argv:
            PICTURES.mkdir(exist_ok=True)
            for name, width, height, scheme in SCREENSHOTS:
                emulate(driver, width, height, scheme)
                driver.get(server.url(name))
                picture = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "jpeg", "quality": 82})
                (PICTURES / f"{name}-{width}-{scheme}.jpg").write_bytes(base64.b64decode(picture["data"]))
    finally:
        driver.quit()
    for failure in failures:
        print(failure)
    print(f"{len(PAGES)} pages, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
