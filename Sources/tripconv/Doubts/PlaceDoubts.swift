import DocumentTables

/// Doubts about the places and prices of the objects of one table.
struct PlaceDoubts {
  private let hierarchy: HierarchyLayout
  private let places: [(column: Int, name: String)]
  private let prices: [(column: Int, name: String)]

  init(_ hierarchy: HierarchyLayout) {
    self.hierarchy = hierarchy
    var places: [(column: Int, name: String)] = []
    var prices: [(column: Int, name: String)] = []
    for (index, column) in hierarchy.columns.enumerated() {
      switch column.attribute?.type {
      case .structure(let structure):
        let members = Set(structure.members.map(\.name))
        if members.isSuperset(of: ["latitude", "longitude"]) {
          places.append((index, column.name))
        }
        if members.contains("currency") { prices.append((index, column.name)) }
      // Places are trees in 5.0.0.
      case .tree where column.name == "location" || column.name.hasSuffix("Location"):
        places.append((index, column.name))
      default: continue
      }
    }
    (self.places, self.prices) = (places, prices)
  }

  /// Checks the rows of a segment.
  ///
  /// - Parameter zones: Knows time zones that were met before.
  func check(_ segment: Segment, _ zones: inout ZoneDistance, _ add: (Doubt) -> Void) {
    let rows = DoubtedRows(hierarchy: hierarchy, segment: segment)
    for (column, name) in places {
      guard case .nested(let column) = segment.columns[column] else { continue }
      for row in 0..<segment.count where !column.texts.nulls[row] {
        let place = column.texts.withText(at: row) { StatedPlace($0) }
        if let (kind, detail) = place.doubt(&zones) { add(rows.doubt(kind, row, of: name, detail)) }
      }
    }
    for (column, name) in prices {
      guard case .nested(let column) = segment.columns[column] else { continue }
      for row in 0..<segment.count where !column.texts.nulls[row] {
        let currency = column.texts.withText(at: row) {
          StructureText.text("\"currency\":", in: $0)
        }
        if let currency, !Self.isCode(currency) {
          add(rows.doubt(.currencyCode, row, of: name, currency))
        }
      }
    }
  }

  private static func isCode(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }
}

/// A place as an object states it.
private struct StatedPlace {
  var latitude: Double?
  var longitude: Double?
  var timeZone: String?

  init(_ text: UnsafeBufferPointer<UInt8>) {
    latitude = StructureText.number("\"latitude\":", in: text)
    longitude = StructureText.number("\"longitude\":", in: text)
    timeZone = StructureText.text("\"timeZone\":", in: text)
  }

  /// Returns the first doubt about the place, which makes others pointless.
  func doubt(_ zones: inout ZoneDistance) -> (Doubt.Kind, String)? {
    guard let latitude, let longitude else {
      if latitude != nil || longitude != nil {
        return (
          .coordinateMissing,
          latitude.map { "latitude \($0)" } ?? longitude.map { "longitude \($0)" } ?? ""
        )
      }
      return timeZone.flatMap { zones.isKnown($0) ? nil : (.zoneUnknown, Self.quoted($0)) }
    }
    if latitude == 0, longitude == 0 { return (.coordinatesZero, "") }
    guard abs(latitude) <= 90, abs(longitude) <= 180 else {
      return (.coordinatesRange, "\(latitude), \(longitude)")
    }
    guard let timeZone else { return nil }
    guard zones.isKnown(timeZone) else { return (.zoneUnknown, Self.quoted(timeZone)) }
    return zones.detail(timeZone, latitude: latitude, longitude: longitude).map {
      (.zoneFarAway, $0)
    }
  }
}

extension StatedPlace {
  private static func quoted(_ name: String) -> String { name.isEmpty ? "an empty text" : name }
}

/// Members of a structure, found in its canonical text without making values of the others.
///
/// A quotation mark inside a text is escaped, so the name of a member between quotation marks and a colon is
/// nowhere else.
private enum StructureText {
  /// Returns a number; nil if it is null, or no member of this text.
  ///
  /// - Parameter member: The name with its quotation marks and the colon.
  static func number(_ member: StaticString, in text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let start = end(of: member, in: text) else { return nil }
    let end = text[start...].firstIndex { $0 == 0x2C || $0 == 0x7D } ?? text.count
    var value = text[start..<end]
    // A tree marks a double that is a whole number: {"$double":"15"}.
    if value.first == 0x7B {
      value = value[((value.lastIndex(of: 0x3A) ?? start) + 1)...]
      while let last = value.last, last == 0x22 { value.removeLast() }
      while let first = value.first, first == 0x22 { value.removeFirst() }
    }
    // "null" is no number.
    return Double(String(decoding: value, as: UTF8.self))
  }

  /// Returns a text; nil if it is null, has escapes, or is no member of this text.
  static func text(_ member: StaticString, in text: UnsafeBufferPointer<UInt8>) -> String? {
    guard let start = end(of: member, in: text), start < text.count, text[start] == 0x22
    else { return nil }
    let rest = text[(start + 1)...]
    guard let end = rest.firstIndex(where: { $0 == 0x22 || $0 == 0x5C }), text[end] == 0x22
    else { return nil }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  private static func end(
    of member: StaticString, in text: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    // Bound: a static string has as many bytes as it says. Lifetime: it is never freed.
    let name = UnsafeRawBufferPointer(
      start: member.utf8Start, count: member.utf8CodeUnitCount)
    return ByteSearch.firstOffset(of: name, in: UnsafeRawBufferPointer(text), from: 0).map {
      $0 + name.count
    }
  }
}
