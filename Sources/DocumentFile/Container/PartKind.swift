/// The kind of a part as the manifest states it (spec 3.7).
enum PartKind: String, Hashable, Sendable {
  case mimetype, header, schema, data, external, extensions, carried, history
  /// An attachment that every writer keeps.
  case keep
  /// A part that a program which knows it derives again, and others drop.
  case derived

  /// The position of a kind in the order of entries; kept and derived parts have one rank.
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
    case .keep, .derived: 8
    }
  }

  /// Whether parts of this kind belong to other programs or are derived: they are kept byte for
  /// byte, or dropped when the document is written.
  var isForeign: Bool { self == .keep || self == .derived }
}
