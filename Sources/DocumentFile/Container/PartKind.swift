/// The kind of a part as the manifest states it.
struct PartKind: RawRepresentable, Hashable, Sendable {
  let rawValue: String
  init(rawValue: String) { self.rawValue = rawValue }
  private init(_ rawValue: String) { self.rawValue = rawValue }

  static let mimetype = Self("mimetype")
  static let header = Self("header")
  static let data = Self("data")
  static let external = Self("external")
  static let extensions = Self("extension")
  static let carried = Self("carried")
  static let history = Self("history")
  static let keep = Self("keep")
  static let derived = Self("derived")
  static let headerCopy = Self("header-copy")

  /// The position of a kind in the order of entries; kinds of other programs have the rank of kept
  /// parts.
  var rank: Int {
    switch self {
    case .mimetype: 0
    case .header: 1
    case .data: 2
    case .external: 3
    case .extensions: 4
    case .carried: 5
    case .history: 6
    case .headerCopy: 8
    default: 7
    }
  }

  /// Whether parts of this kind belong to other programs or are derived: they are kept byte for
  /// byte, or dropped when the document is written.
  var isForeign: Bool { rank == 7 }
}

/// How a writer treats a part whose kind it does not know.
enum PartPolicy: String, Hashable, Sendable {
  case keep, derived
}
