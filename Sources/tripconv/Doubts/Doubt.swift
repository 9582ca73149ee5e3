import DocumentTables

/// A statement of a valid document that is probably a mistake.
struct Doubt {
  /// What is doubtful; the raw value is the identifier that users see.
  enum Kind: String, CaseIterable {
    case endsBeforeStart = "ends-before-start"
    case tooLong = "too-long"
    case outsideTrip = "outside-trip"
    case coordinatesZero = "coordinates-zero"
    case coordinatesRange = "coordinates-range"
    case coordinateMissing = "coordinate-missing"
    case zoneFarAway = "zone-far-away"
    case zoneUnknown = "zone-unknown"
    case currencyCode = "currency-code"

    /// The doubt in words, without a place.
    var words: String {
      switch self {
      case .endsBeforeStart: "it ends before it starts"
      case .tooLong: "it lasts more than \(SpanDoubts.mostYears) years"
      case .outsideTrip: "it is more than a day outside the days of its trip"
      case .coordinatesZero: "the coordinates are 0, 0, in the Atlantic, which often means unknown"
      case .coordinatesRange: "the coordinates are not on the earth"
      case .coordinateMissing: "one of latitude and longitude is missing"
      case .zoneFarAway:
        "the time zone is more than \(ZoneDistance.mostHours) hours from the time of the sun at the longitude"
      case .zoneUnknown: "the time zone is not one of the time zone database"
      case .currencyCode: "the currency is no code of three capital letters (ISO 4217), as EUR is"
      }
    }
  }

  var kind: Kind
  var entity: String
  var key: ObjectKey
  var property: String?
  /// The values that are in doubt; may be empty.
  var detail: String

  /// The doubt in words, without its object.
  var message: String { detail.isEmpty ? kind.words : "\(kind.words): \(detail)" }

  /// The object and the doubt, such as
  /// `Leg 7: it ends before it starts: 2026-05-02 to 2026-05-01 [ends-before-start]`.
  var words: String {
    "\(entity) \(key)\(property.map { ", \($0)" } ?? ""): \(message) [\(kind.rawValue)]"
  }
}
