import DocumentTables

/// A leg or a stay, as far as it tells whether another file states the same one (spec 14.10).
///
///     LH 1166, 1 May, from FRA       ─┐  the number and the local day find it,
///     Lufthansa 1166, 1 May 10:05    ─┘  the carrier, an end or the time confirms it
struct Journey {
  /// What two statements of one journey have in common.
  enum Key: Hashable {
    case leg(number: String, day: Int64)
    case booking(ComparisonText)
    case stay(ComparisonText, day: Int64)
  }

  /// By what it is found; empty if it states too little.
  let keys: [Key]
  private let day: Int64?
  private let designator: Designator?
  private let provider: ComparisonText?
  private let booking: ComparisonText?
  private let ends: [End]
  private let departure: Int64?

  /// An end of a leg.
  private struct End {
    let code: ComparisonText?
    let name: ComparisonText?

    init(_ object: ObjectContent, _ end: String) {
      var code: String?
      if case .tree(let location)? = object.values[end + "Location"] {
        code = location["code"]?.textValue
      }
      let text = object.text(end)
      // Calendars have only words for it.
      if code == nil, Self.isCode(text) { code = text }
      self.code = Journey.folded(code ?? "")
      name = Journey.folded(text)
    }

    private static func isCode(_ text: String) -> Bool {
      text.utf8.count == 3 && text.utf8.allSatisfy { $0 &- UInt8(ascii: "A") < 26 }
    }

    func isSame(as other: End) -> Bool {
      if let code, let own = other.code { return code == own }
      return name != nil && name == other.name
    }

    func contradicts(_ other: End) -> Bool {
      if let code, let own = other.code { return code != own }
      return false
    }
  }

  /// Whether objects of an entity are journeys or stays.
  static func isOne(_ entity: String) -> Bool { entity == "Leg" || entity == "Stay" }

  /// Nil for an object that is neither a leg nor a stay.
  init?(_ object: ObjectContent, of entity: String) {
    guard Self.isOne(entity) else { return nil }
    let moment = PartSpan.start(of: object.values, entity)
    day = moment?.day
    departure = moment?.clock
    booking = Self.folded(object.text("reservationNumber"))
    provider = Self.folded(object.text("provider"))
    var keys: [Key] = []
    if entity == "Leg" {
      ends = [End(object, "from"), End(object, "to")]
      designator = Designator(object.text("number"))
      if let designator, let day { keys.append(.leg(number: designator.number, day: day)) }
    } else {
      ends = []
      designator = nil
      if let booking { keys.append(.booking(booking)) }
      if let name = Self.folded(object.text("name")), let day {
        keys.append(.stay(name, day: day))
      }
    }
    self.keys = keys
  }

  fileprivate static func folded(_ text: String) -> ComparisonText? {
    let folded = text.trimmingSpaces.lowercased()
    return folded.isEmpty ? nil : ComparisonText(folded)
  }

  /// Whether a journey with a key in common is the same one.
  func isSame(as other: Journey) -> Bool {
    guard let designator, let own = other.designator else {
      if let booking, let number = other.booking, booking != number { return false }
      return day == nil || other.day == nil || day == other.day
    }
    // A flight with a stop has one number for both legs.
    if zip(ends, other.ends).contains(where: { $0.contradicts($1) }) { return false }
    switch designator.carrier(provider).compared(with: own.carrier(other.provider)) {
    case .some(let isSame): return isSame
    case nil:
      return zip(ends, other.ends).contains { $0.isSame(as: $1) }
        || departure != nil && departure == other.departure
    }
  }
}

/// The number of a flight, train or ship: `LH 1166` is a carrier's code and a number, without the zeros in front.
private struct Designator {
  let code: String?
  let number: String

  /// Nil if there is no number and no name.
  init?(_ text: String) {
    let bytes = Array(
      text.uppercased().utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") })
    func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
    func isLetter(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }
    // A code has two characters at least, of which one may be a digit: U2 4567.
    var digits = bytes.reversed().prefix(4).prefix(while: isDigit).count
    if bytes.allSatisfy(isDigit) {
      digits = bytes.count
    } else if bytes.count - digits == 1, digits > 1 {
      digits -= 1
    }
    let code = bytes.dropLast(digits)
    guard digits > 0, code.count <= 4, code.allSatisfy({ isDigit($0) || isLetter($0) }),
      code.isEmpty || code.contains(where: isLetter)
    else {
      guard let name = Journey.folded(text) else { return nil }
      self.code = nil
      number = name.text
      return
    }
    self.code = code.isEmpty ? nil : String(decoding: code, as: UTF8.self)
    let significant = bytes.suffix(digits).drop { $0 == UInt8(ascii: "0") }
    number = significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self)
  }

  /// Who carries: a code in the number, or else what the object states.
  func carrier(_ provider: ComparisonText?) -> Carrier {
    if let code { return .code(code) }
    guard let provider else { return .unknown }
    return provider.text.utf8.count <= 3 ? .code(provider.text.uppercased()) : .name(provider)
  }
}

private enum Carrier {
  case code(String)
  case name(ComparisonText)
  case unknown

  /// Whether two are the same; nil if that cannot be told.
  func compared(with other: Carrier) -> Bool? {
    switch (self, other) {
    case (.code(let left), .code(let right)): left == right
    case (.name(let left), .name(let right)): left == right ? true : nil
    default: nil
    }
  }
}

/// The legs and stays of a document, for finding those that a file states, too.
struct JourneyIndex {
  private var ofKey: [Journey.Key: [(key: ObjectKey, journey: Journey)]] = [:]
  /// The most objects of one key that are looked at, so that a hostile file costs no square of time.
  private static let mostLooked = 16

  init(_ objects: some Sequence<TripObject>) {
    for object in objects {
      guard let journey = Journey(ObjectContent(values: object.values), of: object.entity) else {
        continue
      }
      for key in journey.keys { ofKey[key, default: []].append((object.key, journey)) }
    }
  }

  /// Returns the objects that new ones are, where there is one on each side.
  ///
  /// - Parameter isFree: Whether an object is one that the file does not state otherwise.
  func pairs<Place: Hashable>(
    _ new: [(place: Place, entity: String, content: ObjectContent)],
    _ isFree: (ObjectKey) -> Bool
  ) -> [Place: ObjectKey] {
    var pairs: [Place: ObjectKey] = [:]
    var claims: [ObjectKey: Int] = [:]
    for (place, entity, content) in new {
      guard let journey = Journey(content, of: entity) else { continue }
      var found: Set<ObjectKey> = []
      for key in journey.keys {
        guard let candidates = ofKey[key], candidates.count <= Self.mostLooked else { continue }
        for (key, other) in candidates where isFree(key) && journey.isSame(as: other) {
          found.insert(key)
        }
      }
      guard found.count == 1, let key = found.first else { continue }
      claims[key, default: 0] += 1
      pairs[place] = key
    }
    return pairs.filter { claims[$0.value] == 1 }
  }
}
