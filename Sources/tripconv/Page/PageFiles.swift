import DocumentFile
import DocumentTables
import TripPages

/// The files of a page: one, or an overview and a page for each year if one would be too large.
///
///     journeys.html         map and list of all trips ──► journeys-2023.html#o17
///     journeys-2023.html    the trips of 2023         ──► journeys.html
///     journeys-2024.html    …
struct PageFiles {
  /// The most objects of a page that has several years.
  static let mostObjects = 2000
  /// The most bytes of such a page.
  static let mostBytes = 5 << 20

  private let objects: [ObjectReader.Object]
  private let reader: ObjectReader
  /// The objects of each year, the first year first, and those without a date last.
  private let years: [(year: Int?, objects: [ObjectReader.Object])]

  /// - Parameter objects: The objects, in order.
  init(_ objects: [ObjectReader.Object], _ reader: ObjectReader) {
    self.objects = objects
    self.reader = reader
    let facts = ObjectFacts(reader)
    let byYear = Dictionary(grouping: objects) { facts.year(of: $0) }
    years = byYear.map { (year: $0, objects: $1) }.sorted {
      ($0.year ?? .max) < ($1.year ?? .max)
    }
  }

  /// Writes one page, however large it is.
  ///
  /// - Returns: What the page does not contain, in words.
  func writeOne<Failure: Error>(
    to sink: ([UInt8]) throws(Failure) -> Void, _ progress: (Int, Int) -> Void
  ) throws(Failure) -> [String] {
    var page = ObjectPage(objects, reader)
    return try page.write(to: sink, progress)
  }

  /// Writes a page to a file, or pages for each year to files beside it; the file itself last, so that its links lead to
  /// pages.
  ///
  /// - Parameters:
  ///   - mayReplace: Throws if a file beside the page may not be replaced.
  ///   - progress: Receives the number of objects that are written, and of all.
  /// - Returns: What the pages do not contain, and that there are several, in words.
  func write(
    to path: String, mayReplace: (String) throws -> Void, _ progress: (Int, Int) -> Void
  ) throws -> [String] {
    if years.count > 1 {
      guard objects.count <= Self.mostObjects, let (page, notes) = onePage(progress) else {
        return try writeYears(to: path, mayReplace, progress)
      }
      let file = try GrowingFile(path: path)
      try file.append(ending: []) { (sink) throws(DocumentError) in try sink(page) }
      StandardError.say(try file.finish(), of: path)
      return notes
    }
    var page = ObjectPage(objects, reader)
    return try Self.write(&page, to: path, progress)
  }

  /// Returns one page, and what it does not contain; nil if the page is too large.
  private func onePage(_ progress: (Int, Int) -> Void) -> (page: [UInt8], notes: [String])? {
    var page: [UInt8] = []
    do throws(PageTooLarge) {
      let notes = try writeOne(
        to: { (piece) throws(PageTooLarge) in
          page += piece
          if page.count > Self.mostBytes { throw PageTooLarge() }
        }, progress)
      return (page, notes)
    } catch {
      return nil
    }
  }

  /// A page has more bytes than one page may have.
  private struct PageTooLarge: Error {}

  private func writeYears(
    to path: String, _ mayReplace: (String) throws -> Void, _ progress: (Int, Int) -> Void
  ) throws -> [String] {
    let name = PageName(path)
    for (year, _) in years { try mayReplace(name.path(year)) }
    var notes: [String] = []
    var written = 0
    for (year, objects) in years {
      var page = ObjectPage(
        objects, reader, .year(year.map { "\($0)" } ?? "Without a date", overview: name.link))
      notes += try Self.write(&page, to: name.path(year)) { number, _ in
        progress(written + number, self.objects.count)
      }
      written += objects.count
    }
    var links: [ObjectKey: String] = [:]
    for (year, objects) in years {
      for object in objects { links[object.key] = name.link(year) }
    }
    var overview = ObjectPage(objects, reader, .overview(links: links))
    notes += try Self.write(&overview, to: path) { _, _ in }
    return [
      "the page is an overview, and \(years.count) pages beside it have the years, such as "
        + "\(name.path(years[0].year)): one page would have more than \(Self.mostObjects) trips or "
        + "\(Self.mostBytes >> 20) MB"
    ] + notes
  }

  private static func write(
    _ page: inout ObjectPage, to path: String, _ progress: (Int, Int) -> Void
  ) throws -> [String] {
    let file = try GrowingFile(path: path)
    var notes: [String] = []
    try file.append(ending: []) { (sink) throws(DocumentError) in
      notes = try page.write(to: sink, progress)
    }
    StandardError.say(try file.finish(), of: path)
    return notes
  }
}

/// The name of a page, and those of the pages of years beside it.
struct PageName {
  private let path: String
  /// The path up to the suffix, and the suffix, such as `.html`.
  private let (stem, suffix): (Substring, Substring)

  init(_ path: String) {
    self.path = path
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let dot = path[start...].lastIndex(of: ".").flatMap { $0 == start ? nil : $0 } ?? path.endIndex
    (stem, suffix) = (path[..<dot], path[dot...])
  }

  /// Returns the path of the page of a year, such as `out/journeys-2024.html`.
  func path(_ year: Int?) -> String {
    stem + "-" + (year.map { "\($0)" } ?? "undated") + suffix
  }

  /// The link to the page from one beside it.
  var link: String { Self.link(path[...]) }

  /// Returns the link to the page of a year from one beside it.
  func link(_ year: Int?) -> String { Self.link(path(year)[...]) }

  /// Returns the name of a file as a relative URL; a colon in the first part would be the end of a scheme.
  private static func link(_ path: Substring) -> String {
    let name = path.split(separator: "/").last ?? ""
    return name.utf8.reduce(into: "./") { link, byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"):
        link.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let hexadecimal = String(byte, radix: 16, uppercase: true)
        link += hexadecimal.utf8.count == 1 ? "%0" + hexadecimal : "%" + hexadecimal
      }
    }
  }
}
