import DocumentTables
import Foundation

/// The style sheet and the script of a page, and the policy that permits nothing else.
enum PageCode {
  /// The policy: the page loads nothing, and only these two texts are a style sheet and a script.
  ///
  /// Content Security Policy Level 3, section 2.3; images are part of the page.
  static let policy =
    "default-src 'none'; style-src '\(hash(style))'; script-src '\(hash(script))'; img-src data:; "
    + "base-uri 'none'; form-action 'none'"

  private static func hash(_ code: StaticString) -> String {
    // Lifetime: the text of a literal is never freed.
    let bytes = code.withUTF8Buffer { Array($0) }
    return "sha256-" + Data(Digest(of: bytes).bytes).base64EncodedString()
  }

  /// Filters the overview, and the trips below it, by the words of the search field.
  static let script: StaticString = """
    "use strict";
    (function () {
      const form = document.getElementById("search");
      const field = document.getElementById("search-text");
      const status = document.getElementById("search-status");
      const rows = Array.from(document.querySelectorAll("#overview > li"));
      const articles = Array.from(document.querySelectorAll("main > article"));
      const fold = (text) => text.normalize("NFKD").replace(/\\p{M}/gu, "").toLowerCase();
      let texts = null;
      const search = () => {
        if (texts === null) {
          // An overview has the rows only.
          texts = rows.map((row, index) => fold(
            Array.from((articles[index] || row).querySelectorAll("[dir], time"),
              (part) => part.textContent).join(" ")));
        }
        const words = fold(field.value).split(/\\s+/).filter((word) => word !== "");
        let count = 0;
        rows.forEach((row, index) => {
          const isFound = words.every((word) => texts[index].includes(word));
          row.hidden = !isFound;
          if (articles[index]) { articles[index].hidden = !isFound; }
          if (isFound) { count += 1; }
        });
        status.textContent = words.length === 0 ? "" : count + " of " + rows.length + " found";
      };
      field.addEventListener("input", search);
      form.addEventListener("submit", (event) => event.preventDefault());
      form.hidden = false;
      if (field.value !== "") { search(); }
    })();
    """

  /// Light, dark and for paper; no fixed widths, so that nothing is cut off on a phone.
  static let style: StaticString = """
    :root {
      color-scheme: light dark;
      --paper: #ffffff; --ink: #1d1d1b; --soft: #5c5c56; --line: #dcdcd6; --wash: #f5f5f1;
      --link: #0b57a4; --mark: #1d1d1b; --mark-ink: #ffffff; --route: #b3401a;
      --sea: #e6eef3; --land: #fbfaf6; --border: #b9b6a8;
      --year-1: #8a3ffc; --year-2: #0b57a4; --year-3: #007d79; --year-4: #3f7d20; --year-5: #9a6700;
      --year-6: #b3401a; --year-7: #a2191f; --year-8: #9f1853;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --paper: #151514; --ink: #ececE7; --soft: #adada5; --line: #3b3b37; --wash: #1e1e1c;
        --link: #94c4ff; --mark: #ececE7; --mark-ink: #151514; --route: #ff9a73;
        --sea: #10181d; --land: #2b2b28; --border: #5a584f;
        --year-1: #be95ff; --year-2: #78a9ff; --year-3: #3ddbd9; --year-4: #a7d77f; --year-5: #f1c21b;
        --year-6: #ff9a73; --year-7: #ff8389; --year-8: #ff7eb6;
      }
    }
    * { box-sizing: border-box; min-inline-size: 0; }
    [hidden] { display: none !important; }
    html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body {
      margin: 0; background: var(--paper); color: var(--ink);
      font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif;
      overflow-wrap: anywhere;
    }
    :lang(ja) { line-break: strict; }
    :lang(ko) { word-break: keep-all; }
    body > header, body > nav, main, body > footer {
      max-inline-size: 68rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 3rem);
    }
    body > header { padding-block-start: clamp(1.5rem, 5vw, 3.5rem); }
    h1, h2, h3, h4, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; font-weight: inherit; }
    ul, ol { list-style: none; }
    [dir="auto"] { text-align: match-parent; }
    a { color: var(--link); text-underline-offset: 0.15em; text-decoration-thickness: 0.06em; }
    a:focus-visible, input:focus-visible { outline: 0.2rem solid var(--link); outline-offset: 0.15rem; }
    .skip { position: absolute; inset-inline-start: 1rem; inset-block-start: -4rem; }
    .skip:focus { inset-block-start: 0.5rem; background: var(--paper); padding: 0.5rem; }
    .soft, .degrees, .zone, dt, .where { color: var(--soft); }

    article { padding-block: clamp(1.5rem, 5vw, 3.5rem); }
    article + article { border-block-start: 1px solid var(--line); }
    .several article { content-visibility: auto; contain-intrinsic-size: auto 60rem; }
    .band { display: block; inline-size: 4rem; block-size: 0.4rem; margin-block-end: 1rem; }
    .kicker { color: var(--soft); font-size: 0.875rem; }
    .title {
      font-size: clamp(1.8rem, 1.3rem + 2.6vw, 3rem); font-weight: 700; line-height: 1.15;
      letter-spacing: -0.015em; text-wrap: balance;
    }
    .several article .title { font-size: clamp(1.5rem, 1.2rem + 1.5vw, 2.1rem); }
    .lead { font-size: clamp(1.1rem, 1rem + 0.6vw, 1.35rem); margin-block-start: 0.35rem; }
    .dates { color: var(--soft); margin-block-start: 0.35rem; }
    .section { font-size: 1.2rem; font-weight: 650; margin-block: 2.5rem 0.9rem; }
    .name-of, .day { font-size: 1.0625rem; font-weight: 600; }
    .notes {
      white-space: pre-wrap; unicode-bidi: plaintext; text-align: start; max-inline-size: 40rem;
      margin-block-start: 0.5rem;
    }
    article > header > .notes { margin-block-start: 1.25rem; }
    dl { display: grid; grid-template-columns: minmax(0, 7rem) minmax(0, 1fr); gap: 0.15rem 1rem; }
    article > header > dl { margin-block-start: 1.25rem; }
    dd > ul > li + li { margin-block-start: 0.15rem; }
    .images { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-block-start: 1rem; }
    .images img {
      display: block; max-inline-size: 100%; block-size: auto; max-block-size: 22rem;
      border-radius: 0.25rem;
    }

    .map { margin-block-start: 2rem; }
    .map svg {
      display: block; inline-size: 100%; overflow: hidden; background: var(--sea);
      border: 1px solid var(--line); border-radius: 0.25rem; font-size: 0.8125rem;
    }
    .wide svg { aspect-ratio: 2; } .medium svg { aspect-ratio: 1.5; } .tall svg { aspect-ratio: 1.25; }
    .map .sheet { border: 0; background: none; aspect-ratio: auto; }
    .outlines { display: block; inline-size: 0; block-size: 0; }
    .land { fill: var(--land); fill-rule: evenodd; }
    .borders {
      fill: none; stroke: var(--border); stroke-width: 0.75; vector-effect: non-scaling-stroke;
    }
    .grid { fill: none; stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
    .degrees-of-lines { fill: var(--soft); font-size: 0.6875rem; }
    .way {
      fill: none; stroke: var(--mark); stroke-width: 2.25; stroke-linejoin: round;
      vector-effect: non-scaling-stroke;
    }
    .route {
      fill: none; stroke: var(--route); stroke-width: 1.75; stroke-linecap: round;
      stroke-linejoin: round; vector-effect: non-scaling-stroke;
    }
    .air { stroke-dasharray: 7 5; }
    .rail { stroke-width: 3; }
    .water { stroke-dasharray: 1 5; stroke-width: 3; }
    .foot { stroke-dasharray: 3 4; }
    .trips {
      fill: none; stroke: var(--soft); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round;
      vector-effect: non-scaling-stroke;
    }
    .dot { stroke-width: 6; }
    .first { stroke: var(--year-1); } .second { stroke: var(--year-2); } .third { stroke: var(--year-3); }
    .fourth { stroke: var(--year-4); } .fifth { stroke: var(--year-5); } .sixth { stroke: var(--year-6); }
    .seventh { stroke: var(--year-7); } .eighth { stroke: var(--year-8); }
    .map .stay { fill: var(--route); fill-opacity: 0.3; stroke: none; }
    .legend {
      display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; margin-block-start: 0.7rem; font-size: 0.875rem;
      color: var(--soft);
    }
    .legend li { display: flex; align-items: center; gap: 0.45rem; }
    .map .key {
      inline-size: 24px; block-size: 16px; border: 0; background: none; aspect-ratio: auto; flex: none;
    }
    .map circle { fill: var(--mark); stroke: var(--wash); stroke-width: 1.5; }
    .map .number { fill: var(--mark-ink); text-anchor: middle; font-size: 0.6875rem; font-weight: 600; }
    .crowded .number { display: none; }
    .crowded circle { r: 4px; }
    .map .name {
      fill: var(--ink); unicode-bidi: plaintext; paint-order: stroke; stroke: var(--wash);
      stroke-width: 3px; stroke-linejoin: round;
    }
    .on-narrow { display: none; }
    .places {
      columns: 15rem; column-gap: 2rem; margin-block-start: 0.9rem; font-size: 0.875rem;
      counter-reset: place;
    }
    .places li {
      break-inside: avoid; counter-increment: place; padding-inline-start: 1.9rem;
      padding-block: 0.1rem; position: relative;
    }
    .places li::before {
      content: counter(place); position: absolute; inset-inline-start: 0; inline-size: 1.3rem;
      text-align: end; color: var(--soft); font-variant-numeric: tabular-nums;
    }
    .degrees { font-variant-numeric: tabular-nums; white-space: nowrap; }
    .length { white-space: nowrap; }
    @media screen and (max-width: 46rem) {
      .on-wide, .crowded-on-narrow .number { display: none; }
      .on-narrow { display: inline; }
      .crowded-on-narrow circle { r: 4px; }
    }

    .days { border-inline-start: 2px solid var(--line); margin-inline-start: 0.3rem; }
    .days > li { padding-inline-start: 1.2rem; padding-block-end: 1.25rem; }
    .day { position: relative; }
    .day::before {
      content: ""; position: absolute; inset-inline-start: calc(-1.2rem - 1px - 0.3rem);
      inset-block-start: 0.48rem; inline-size: 0.6rem; block-size: 0.6rem; border-radius: 50%;
      background: var(--mark);
    }
    .entry { margin-block-start: 0.4rem; }
    .when { font-variant-numeric: tabular-nums; margin-inline-end: 0.4rem; }
    .turn { color: var(--soft); }
    .entry a, .undated a { color: inherit; text-decoration-color: var(--soft); }
    .undated { margin-block-start: 0.5rem; }
    .undated > li { margin-block-start: 0.25rem; }
    .below { font-size: 1rem; font-weight: 600; margin-block-start: 0.5rem; }

    .compact > li + li { margin-block-start: 0.5rem; }
    .cards > li {
      border-block-start: 1px solid var(--line); padding-block: 0.8rem 0.5rem;
    }
    ul.owned { padding-inline-start: 1.2rem; margin-block-start: 0.5rem; }
    .tags { display: flex; flex-wrap: wrap; gap: 0.15rem 0.4rem; margin-block: 0.2rem; }
    .tags > li {
      border: 1px solid var(--line); border-radius: 1rem; padding-inline: 0.6rem; font-size: 0.8125rem;
    }
    .cards dl, .compact dl { font-size: 0.9375rem; }

    form { margin-block: 1.5rem 0.5rem; }
    form label { display: block; font-weight: 600; margin-block-end: 0.3rem; }
    input {
      font: inherit; color: inherit; background: var(--paper); inline-size: 100%;
      max-inline-size: 26rem; padding: 0.5rem 0.7rem; border: 1px solid var(--soft);
      border-radius: 0.35rem;
    }
    #search-status { color: var(--soft); min-block-size: 1.55em; }
    .overview { margin-block-start: 1.5rem; }
    .overview > li { border-block-start: 1px solid var(--line); padding-block: 0.6rem; }
    .overview a { font-weight: 600; margin-inline-end: 0.5rem; }
    .overview .row-dates { color: var(--soft); display: block; font-size: 0.9375rem; }
    .back { margin-block-start: 2rem; font-size: 0.9375rem; }
    body > footer {
      color: var(--soft); font-size: 0.875rem; padding-block: 1.5rem 3rem;
    }
    body > footer p { border-block-start: 1px solid var(--line); padding-block-start: 1rem; }
    body > footer p + p { border: 0; padding-block-start: 0.3rem; }

    @media (min-width: 58rem) {
      dl { grid-template-columns: minmax(0, 9rem) minmax(0, 1fr); }
      .medium, .tall {
        display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); column-gap: 2rem;
        align-items: start;
      }
      .medium .places, .tall .places { columns: auto; margin-block-start: 0; }
      .columns {
        display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); column-gap: 4rem;
        align-items: start;
      }
      .overview > li { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 24rem); gap: 0 2rem; }
      .overview .row-dates { text-align: end; }
    }
    @media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
    @media print {
      @page { margin: 16mm; }
      html { font-size: 10pt; }
      body > header, body > nav, main, body > footer { max-inline-size: none; padding: 0; }
      body > nav, body > footer { margin-block-start: 1.5rem; }
      article { padding-block: 0; }
      form, .skip, .back { display: none; }
      a { color: inherit; }
      .several article { content-visibility: visible; break-before: page; }
      article + article { border: 0; }
      .columns { display: block; }
      .title, .section, .day, .name-of { break-after: avoid; }
      .cards > li, .days > li, .map, .overview > li, .images img { break-inside: avoid; }
      .map svg { max-inline-size: 100%; print-color-adjust: exact; }
    }
    """
}
