extension DocumentLimits {
  /// A limit that programs may set, named after the rule that enforces it (spec 8).
  package enum Name: String, CaseIterable, Sendable {
    case fileBytes = "limit-file-bytes"
    case objects = "limit-objects"
    case treePartBytes = "limit-tree-part-bytes"
    case expandedBytes = "limit-expanded-bytes"
    case entries = "zip-budget-entries"
    case partBytes = "zip-budget-entry-bytes"
    case totalBytes = "zip-budget-total-bytes"
    case ratio = "zip-budget-ratio"
    case jsonDepth = "json-depth"
    case xmlDepth = "xml-depth"
    case jsonTextBytes = "json-text-length"
    case xmlTextBytes = "xml-text-length"

    /// Finds a limit by the name of its rule, with or without the prefix `limit-`, `zip-budget-`,
    /// `json-` or `xml-`.
    package init?(_ text: String) {
      guard let found = Self.allCases.first(where: { $0.rawValue == text || $0.short == text })
      else { return nil }
      self = found
    }

    /// The name without its prefix; the JSON rule and the XML rule of a limit have the same short
    /// name.
    package var short: String {
      for prefix in ["limit-", "zip-budget-", "json-", "xml-"] where rawValue.hasPrefix(prefix) {
        return String(rawValue.dropFirst(prefix.count))
      }
      return rawValue
    }

    var keyPath: WritableKeyPath<DocumentLimits, Int> {
      switch self {
      case .fileBytes: \.fileBytes
      case .objects: \.objects
      case .treePartBytes: \.treePartBytes
      case .expandedBytes: \.expandedBytes
      case .entries: \.entries
      case .partBytes: \.partBytes
      case .totalBytes: \.totalBytes
      case .ratio: \.ratio
      case .jsonDepth, .xmlDepth: \.depth
      case .jsonTextBytes, .xmlTextBytes: \.textBytes
      }
    }

    /// The values that the limit may have; beyond them other rules apply or memory runs out.
    package var range: ClosedRange<Int> {
      switch self {
      case .fileBytes, .totalBytes, .expandedBytes: 0...1 << 50
      case .objects: 0...1 << 40
      case .treePartBytes: 0...1 << 30
      case .entries: 0...10_000_000
      case .partBytes: 0...1 << 31
      case .ratio: 0...1100
      case .jsonDepth, .xmlDepth: 0...128
      case .jsonTextBytes, .xmlTextBytes: 0...Int(Int32.max)
      }
    }
  }

  /// The value of a limit; a value outside the limit's range is clamped to it.
  package subscript(name: Name) -> Int {
    get { self[keyPath: name.keyPath] }
    set {
      let range = name.range
      self[keyPath: name.keyPath] = min(max(newValue, range.lowerBound), range.upperBound)
    }
  }
}
