/// The kind of a part as the manifest states it.
struct PartKind: RawRepresentable, Hashable, Sendable {
  let rawValue: String
  init(rawValue: String) { self.rawValue = rawValue }
  private init(_ rawValue: String) { self.rawValue = rawValue }

  static let mimetype = Self("mimetype")
  static let header = Self("header")
  static let schema = Self("schema")
  static let data = Self("data")
  static let external = Self("external")
  static let extensions = Self("extensions")
  static let carried = Self("carried")
  static let history = Self("history")
  static let keep = Self("keep")
  static let derived = Self("derived")

  /// The position of a kind in the order of entries; kinds of other programs have the rank of kept
  /// parts.
  var rank: Int {
    switch self {
    case .mimetype: 0
    case .header: 1
    case .schema: 2
    case .data: 3
    case .external: 4
    case .extensions: 5
    case .carried: 6
    case .history: 7
    default: Self.foreignRank
    }
  }

  /// Whether parts of this kind belong to other programs or are derived: they are kept byte for
  /// byte, or dropped when the document is written.
  var isForeign: Bool { rank == Self.foreignRank }

  private static let foreignRank = 8
}

/// How a writer treats a part whose kind it does not know.
enum PartPolicy: String, Hashable, Sendable {
  case keep, derived
}
