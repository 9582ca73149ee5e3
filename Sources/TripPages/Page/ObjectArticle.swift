import DocumentTables

/// One object and what it owns, as a part of a page: facts, images, a map, a timeline, lists.
struct ObjectArticle {
  /// The maximum depth of owned objects; deeper ones are counted only.
  private static let mostLevels = 8

  private let object: ObjectReader.Object
  private let reader: ObjectReader
  private let facts: ObjectFacts
  private let kind: String?
  /// The heading of the article, and those of its parts and of their parts.
  private let headings: [StaticString]
  /// The language of the article's title.
  private let language: String
  /// The owned objects of each list, whatever their depth.
  private let lists: [List]
  private let all: [ObjectReader.Object]
  /// The facts of all objects, by key.
  private let briefs: [ObjectKey: (flags: [String], facts: [ObjectFact])]

  private struct List {
    let name: String
    let members: [Member]
    let rank: Int
    /// Whether the members are a list of names, such as people, rather than things with a heading.
    let isCompact: Bool
  }

  /// An owned object and its depth, from 1.
  private struct Member {
    let object: ObjectReader.Object
    let level: Int
    /// The number of owned objects that are too deep to be listed.
    let deeper: Int
  }

  /// - Parameters:
  ///   - kind: The kind of the object, such as `business trip`; nil to leave it out.
  ///   - isWholePage: Whether the heading of the article is that of the page.
  init(
    _ object: ObjectReader.Object, _ facts: ObjectFacts, kind: String?, isWholePage: Bool
  ) {
    self.object = object
    self.kind = kind
    self.facts = facts
    reader = facts.reader
    headings = isWholePage ? ["h1", "h2", "h3"] : ["h2", "h3", "h4"]
    var shown: Set<ObjectKey> = [object.key]
    let lists = facts.owned(by: object).map { end in
      let members = Self.members(of: object, through: end, facts, &shown)
      return List(
        name: ValueWords.capitalized(ValueWords.label(end.relationship.name)), members: members,
        rank: Self.rank(end, facts.reader),
        isCompact: members.allSatisfy { $0.level == 1 && !facts.mayHaveMoments($0.object) })
    }.filter { !$0.members.isEmpty }
    self.lists = lists.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }.map(\.element)
    all = lists.flatMap { $0.members.map(\.object) }
    briefs = Dictionary(
      uniqueKeysWithValues: ([object] + all).map { ($0.key, facts.brief(of: $0)) })
    let texts = ([object] + all).lazy.map { facts.reader.title(of: $0) }
    language = texts.map { TextLanguage.of($0) }.first { !$0.isEmpty } ?? ""
  }

  /// Appends the article.
  ///
  /// - Parameters:
  ///   - maps: What the maps of the page share.
  ///   - anchors: The objects whose identifier the page has; with ownership in a circle or by several objects, an object is in
  ///     a page more than once.
  func write(
    to page: inout HTMLWriter, _ images: inout PageImages, _ maps: inout PageMaps,
    _ anchors: inout Set<ObjectKey>, backTo overview: String?
  ) {
    let timeline = Timeline(
      all, facts: { brief(of: $0).facts }, mayHaveMoments: facts.mayHaveMoments)
    page.open("article", .name("id", Self.anchor(object)))
    writeHeader(to: &page, &images)
    if let map = MapDrawing(PlacesMap(timeline.ordered + [object], reader, &maps.ways)) {
      map.write(
        to: &page, &maps.outlines, id: "map-\(object.key)", title: reader.title(of: object),
        language: language)
    }
    if !lists.isEmpty {
      page.open("div", .literal("class", timeline.days.isEmpty ? "column" : "columns"))
      if !timeline.days.isEmpty { write(timeline, to: &page) }
      page.markup("<div>")
      for list in lists { write(list, to: &page, &images, &anchors) }
      page.markup("</div></div>")
    }
    if let overview {
      page.open("p", .literal("class", "back"))
      page.element("a", .name("href", "#\(overview)"), text: "Back to the overview")
      page.close("p")
    }
    page.markup("</article>\n")
  }

  private func brief(of object: ObjectReader.Object) -> (flags: [String], facts: [ObjectFact]) {
    briefs[object.key] ?? ([], [])
  }

  /// The identifier of an object in the page; one counter gives the keys of all objects.
  static func anchor(_ object: ObjectReader.Object) -> String { "o\(object.key)" }

  // MARK: The object itself

  private func writeHeader(to page: inout HTMLWriter, _ images: inout PageImages) {
    let (flags, all) = brief(of: object)
    var rest = all.filter { !($0.isText && $0.words == "unknown") }
    page.markup("<header>")
    // A text that is no colour stays a fact.
    if let index = rest.firstIndex(where: { $0.name == "color" && $0.isText }),
      let color = CSSColor(rest[index].words)
    {
      rest.remove(at: index)
      page.markup("<svg class=\"band\" aria-hidden=\"true\">")
      page.void(
        "rect", .literal("width", "100%"), .literal("height", "100%"), .name("fill", color.text))
      page.markup("</svg>")
    }
    if let kind {
      page.element("p", .literal("class", "kicker"), text: ValueWords.capitalized(kind))
    }
    page.open(headings[0], .literal("class", "title"))
    writeTitle(of: object, to: &page)
    page.close(headings[0])
    if let place = take("destination", from: &rest) {
      page.markup("<p class=\"lead\">")
      page.documentText(place.words, context: language)
      page.markup("</p>")
    }
    if let first = rest.first, first.isPeriod {
      rest.removeFirst()
      page.markup("<p class=\"dates\">")
      page.fact(first, context: language)
      page.markup("</p>")
    }
    writeDetails(flags, rest, to: &page)
    writeImages(of: object, to: &page, &images)
    page.markup("</header>")
  }

  /// Removes the text of a name from facts.
  private func take(_ name: String, from facts: inout [ObjectFact]) -> ObjectFact? {
    facts.firstIndex { $0.name == name && $0.isText }.map { facts.remove(at: $0) }
  }

  /// Appends flags as tags, short facts as a list of terms, and long texts as paragraphs.
  private func writeDetails(_ flags: [String], _ rest: [ObjectFact], to page: inout HTMLWriter) {
    let tagged = rest.filter { ["status", "mode"].contains($0.name) && $0.isText }
    if !flags.isEmpty || !tagged.isEmpty {
      page.markup("<ul class=\"tags\">")
      for fact in tagged {
        page.markup("<li>")
        page.documentText(fact.words, context: language)
        page.markup("</li>")
      }
      for flag in flags { page.element("li", text: flag) }
      page.markup("</ul>")
    }
    let others = rest.filter { fact in !tagged.contains { $0.name == fact.name } }
    let terms = others.filter { !$0.isLongText }
    if !terms.isEmpty {
      page.markup("<dl>")
      for fact in terms {
        page.element("dt", text: fact.heading)
        page.markup("<dd>")
        page.fact(fact, context: language)
        page.markup("</dd>")
      }
      page.markup("</dl>")
    }
    for fact in others where fact.isLongText {
      page.element(
        "p", .literal("class", "notes"), .literal("dir", "auto"),
        .name("lang", TextLanguage.of(fact.words, context: language)), text: fact.words)
    }
  }

  private func writeImages(
    of object: ObjectReader.Object, to page: inout HTMLWriter, _ images: inout PageImages
  ) {
    let found = images.images(of: object.key)
    guard !found.isEmpty else { return }
    page.markup("<div class=\"images\">")
    for (number, image) in found.enumerated() {
      let title = reader.title(of: object)
      page.image(
        image.bytes, image.kind.mediaType,
        description: number == 0 ? "Image of \(title)" : "Image \(number + 1) of \(title)")
    }
    page.markup("</div>")
  }

  private func writeTitle(of object: ObjectReader.Object, to page: inout HTMLWriter) {
    page.title(of: object, reader, context: language)
  }

  // MARK: The timeline

  private func write(_ timeline: Timeline, to page: inout HTMLWriter) {
    page.open("section")
    page.element(headings[1], .literal("class", "section"), text: "Timeline")
    page.markup("<ol class=\"days\">")
    var zone: String?
    for (day, entries) in timeline.days {
      page.markup("<li>")
      page.open(headings[2], .literal("class", "day"))
      page.element(
        "time", .name("datetime", DayText.text(day)), text: DateWords.longWithWeekday(day: day))
      page.close(headings[2])
      page.markup("<ul>")
      for entry in entries { write(entry, day, &zone, to: &page) }
      page.markup("</ul></li>")
    }
    page.markup("</ol>")
    if !timeline.undated.isEmpty {
      page.element(headings[2], .literal("class", "below"), text: "Without a date")
      page.markup("<ul class=\"undated\">")
      for object in timeline.undated {
        page.markup("<li>")
        writeLink(to: object, &page)
        page.markup("</li>")
      }
      page.markup("</ul>")
    }
    page.close("section")
  }

  /// - Parameter zone: The zone of the time that was shown last.
  private func write(
    _ entry: Timeline.Entry, _ day: Int64, _ zone: inout String?, to page: inout HTMLWriter
  ) {
    page.markup("<li class=\"entry\">")
    let isTimed = entry.start.wallClock?.clock != nil || entry.end?.wallClock?.clock != nil
    if isTimed {
      page.markup("<span class=\"when\">")
      let ends = entry.end.map { $0.wallClock?.clock != nil && $0.wallClock?.zone != nil } ?? false
      writeClock(entry.start, &zone, isBeforeZone: ends, to: &page)
      if let end = entry.end, end.wallClock?.clock != nil {
        page.markup(" – ")
        if let other = end.wallClock?.day, other != day {
          page.text(DateWords.long(day: other) + ", ")
        }
        writeClock(end, &zone, to: &page)
      }
      page.markup("</span> ")
    }
    if !entry.turn.isEmpty {
      page.element("span", .literal("class", "turn"), text: entry.turn)
      page.markup(" ")
    }
    writeLink(to: entry.object, &page)
    for name in ["mode", "number"] {
      guard
        let fact = brief(of: entry.object).facts.first(where: { $0.name == name && $0.isText }
        )
      else { continue }
      page.markup(" <span class=\"soft\">")
      page.documentText(fact.words, context: language)
      page.markup("</span>")
    }
    page.markup("</li>")
  }

  /// - Parameter isBeforeZone: Whether a time with a zone follows, which the reader would take for that of both.
  private func writeClock(
    _ moment: ObjectMoment, _ zone: inout String?, isBeforeZone: Bool = false,
    to page: inout HTMLWriter
  ) {
    guard let (_, clock, place) = moment.wallClock, let clock else { return }
    page.time(moment, text: clock)
    guard place != zone || place == nil && isBeforeZone else { return }
    zone = place
    page.markup(" ")
    // Without words, a time of an unknown zone would be read as one of the zone before.
    page.element("span", .literal("class", "zone"), text: place ?? "local time")
  }

  private func writeLink(to object: ObjectReader.Object, _ page: inout HTMLWriter) {
    page.open("a", .name("href", "#" + Self.anchor(object)))
    writeTitle(of: object, to: &page)
    page.close("a")
  }

  // MARK: Owned objects

  /// Returns the members of a relationship and what they own, each object once, because ownership may be
  /// circular.
  private static func members(
    of object: ObjectReader.Object, through end: RelationshipEnd, _ facts: ObjectFacts,
    _ shown: inout Set<ObjectKey>
  ) -> [Member] {
    var found: [Member] = []
    var next = facts.members(of: object, through: end).reversed().map { (object: $0, level: 1) }
    while let (object, level) = next.popLast() {
      guard shown.insert(object.key).inserted else { continue }
      let owned = facts.owned(by: object).flatMap { facts.members(of: object, through: $0) }
      let isDeepest = level == mostLevels
      found.append(Member(object: object, level: level, deeper: isDeepest ? owned.count : 0))
      if !isDeepest { next += owned.reversed().map { ($0, level + 1) } }
    }
    return found
  }

  /// Journeys come first, then nights, then everything else.
  private static func rank(_ end: RelationshipEnd, _ reader: ObjectReader) -> Int {
    let names = reader.presentations[end.relationship.destination]?.attributes.map(\.name) ?? []
    let periods: [ObjectPeriod] = [.journey, .nights]
    return periods.firstIndex { period in
      period.names.contains { pair in names.contains { $0.hasPrefix(pair.start) } }
    } ?? periods.count
  }

  private func write(
    _ list: List, to page: inout HTMLWriter, _ images: inout PageImages,
    _ anchors: inout Set<ObjectKey>
  ) {
    page.open("section")
    page.element(headings[1], .literal("class", "section"), text: list.name)
    page.open("ul", .literal("class", list.isCompact ? "compact" : "cards"))
    // The list of each level is in the last item of the level above.
    var level = 1
    for (position, member) in list.members.enumerated() {
      if member.level > level {
        page.markup("<ul class=\"owned\">")
        level += 1
      } else if position > 0 {
        page.markup("</li>")
        while level > member.level {
          page.markup("</ul></li>")
          level -= 1
        }
      }
      if anchors.insert(member.object.key).inserted {
        page.open("li", .name("id", Self.anchor(member.object)))
      } else {
        page.open("li")
      }
      write(member, isCompact: list.isCompact, to: &page, &images)
    }
    page.markup("</li>")
    for _ in 1..<level { page.markup("</ul></li>") }
    page.markup("</ul>")
    page.close("section")
  }

  private func write(
    _ member: Member, isCompact: Bool, to page: inout HTMLWriter, _ images: inout PageImages
  ) {
    let (flags, rest) = brief(of: member.object)
    if isCompact {
      writeTitle(of: member.object, to: &page)
    } else if member.level == 1 {
      page.open(headings[2], .literal("class", "name-of"))
      writeTitle(of: member.object, to: &page)
      page.close(headings[2])
    } else {
      page.markup("<p class=\"name-of\">")
      writeTitle(of: member.object, to: &page)
      page.markup("</p>")
    }
    writeDetails(flags, rest, to: &page)
    writeImages(of: member.object, to: &page, &images)
    if member.deeper > 0 {
      page.element("p", .literal("class", "soft"), text: "and \(member.deeper) more")
    }
  }
}
