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
  private let start: PartSpan.Start?
  private let designator: Designator?
  private let provider: ComparisonText?
  private let booking: ComparisonText?
  private let isFlight: Bool
  private let from: End
  private let to: End
  private let place: Place

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
    start = PartSpan.start(of: object.values, entity)
    booking = Self.folded(object.text("reservationNumber"))
    provider = Self.folded(object.text("provider"))
    isFlight = object.text("mode") == "flight"
    from = End(object, "from")
    to = End(object, "to")
    place = Place(object)
    var keys: [Key] = []
    if entity == "Leg" {
      designator = Designator(object.text("number"))
      // In UTC, a flight after midnight is of the day before.
      for day in Set([start?.day, start?.dayInUTC].compactMap { $0 }) {
        if let designator { keys.append(.leg(number: designator.number, day: day)) }
      }
    } else {
      designator = nil
      if let booking { keys.append(.booking(booking)) }
      if let name = Self.folded(object.text("name")), let day = start?.day {
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
    guard let designator, let own = other.designator else { return isSameStay(as: other) }
    let isSimultaneous = start?.instant != nil && start?.instant == other.start?.instant
    if start?.day != other.start?.day, !isSimultaneous { return false }
    // A flight with a stop has one number for both legs, and a line one for the way back.
    if from.contradicts(other.from) || to.contradicts(other.to) { return false }
    let isLoop = from.isSame(as: to) || other.from.isSame(as: other.to)
    if !isLoop, from.isSame(as: other.to) || to.isSame(as: other.from) { return false }
    let ends = [from.isSame(as: other.from), to.isSame(as: other.to)].count { $0 }
    let pause = start.flatMap { start in other.start.flatMap { start.pause(to: $0) } }
    let isAtOneTime = isSimultaneous || pause == 0
    // A flight has its number once a day, a train or a bus again and again.
    if !isFlight, !other.isFlight, !isSimultaneous, pause ?? 0 > Self.longestDelay { return false }
    guard designator.hasDigits, own.hasDigits else {
      return ends == 2 || ends == 1 && isAtOneTime
    }
    switch designator.carrier(provider).compared(with: own.carrier(other.provider)) {
    case .some(let isSame): return isSame
    case nil: return ends > 0 || isAtOneTime
    }
  }

  /// The seconds by which two files may differ about a train.
  private static let longestDelay: Int64 = 2 * 3600

  private func isSameStay(as other: Journey) -> Bool {
    if let booking, let number = other.booking {
      if booking != number { return false }
    } else if place.contradicts(other.place) {
      return false
    }
    return start == nil || other.start == nil || start?.day == other.start?.day
  }

  /// Where an object is, if its point is known: hotels spell their addresses in several ways.
  struct Place {
    private let point: (latitude: Double, longitude: Double)?

    init(_ object: ObjectContent) {
      guard case .tree(let location)? = object.values["location"],
        let latitude = location["latitude"]?.numberValue,
        let longitude = location["longitude"]?.numberValue
      else {
        point = nil
        return
      }
      point = (latitude, longitude)
    }

    /// Whether two places are some kilometres apart.
    func contradicts(_ other: Place) -> Bool {
      guard let point, let own = other.point else { return false }
      return abs(point.latitude - own.latitude) > 0.05
        || abs(point.longitude - own.longitude) > 0.05
    }
  }
}

/// The number of a flight, train or ship: `LH 1166` is a carrier's code and a number, without the zeros in front.
private struct Designator {
  let code: String?
  let number: String
  /// Whether it is a number, and not the name of a ship or of a kind of journey.
  let hasDigits: Bool

  /// Nil if there is no number and no name.
  init?(_ text: String) {
    let bytes = Array(
      text.uppercased().utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") })
    func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
    func isLetter(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }
    // A code has two characters at least, of which one may be a digit: U2 4567.
    var digits = bytes.reversed().prefix(while: isDigit).count
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
      hasDigits = false
      return
    }
    hasDigits = true
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
    // An airline has a code of two characters and one of three.
    case (.code(let left), .code(let right)):
      left.utf8.count == right.utf8.count ? left == right : nil
    case (.name(let left), .name(let right)): left == right ? true : nil
    default: nil
    }
  }
}

/// Finds the legs and stays of a document that a file states, too.
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
