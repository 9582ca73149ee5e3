import DocumentTables

/// The raw values that the cases of an enumeration had before, as a rule for the values of an attribute.
///
/// A schema states the type of the raw values, and their list only if the enumeration is closed. So the models say
/// which values are renamed, and a ``SchemaDifference`` gets the rules from them.
package struct ValueRenaming: Hashable, Sendable {
  /// The new value for each old one; of an attribute with lists, for their elements.
  package var values: [Value: Value]
  /// Whether lists are sets: in their order, and without an element twice.
  package var isSet: Bool

  package init(_ values: [Value: Value], isSet: Bool = false) {
    self.values = values
    self.isSet = isSet
  }

  func renamed(_ value: Value) -> Value {
    guard case .array(let items) = value else { return values[value] ?? value }
    guard items.contains(where: { values[$0] != nil }) else { return value }
    let renamed = items.map { values[$0] ?? $0 }
    guard isSet else { return .array(renamed) }
    let texts = Set(renamed).map { ($0, CanonicalJSON.bytes(of: Tree($0))) }
    return .array(texts.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0))
  }

  /// Whether a column may have an old value; false only if it has none.
  func mayConcern(_ column: Column) -> Bool {
    switch column {
    case .text(let heap):
      let texts = texts { Array($0.utf8) }
      return Self.occurs(texts, in: heap)
        && (0..<heap.ends.count).contains { row in
          heap.withText(at: row) { text in texts.contains { text.elementsEqual($0) } }
        }
    case .nested(let nested):
      // A list or structure has a text as its canonical JSON; other values may have another form there.
      let texts = texts { CanonicalJSON.bytes(of: .text($0)) }
      return texts.count < values.count || Self.occurs(texts, in: nested.texts)
    case .constant(let value, _): return renamed(value) != value || value.isNested
    default: return (0..<column.count).contains { values[column.value(at: $0)] != nil }
    }
  }

  private func texts(_ form: (String) -> [UInt8]) -> [[UInt8]] {
    values.keys.compactMap { if case .text(let text) = $0 { form(text) } else { nil } }
  }

  /// Whether some of the texts occur among the bytes of a column, in one value or at the border of two.
  private static func occurs(_ texts: [[UInt8]], in heap: HeapColumn) -> Bool {
    // Lifetime: the bytes are used inside the closures.
    heap.bytes.withUnsafeBytes { all in
      texts.contains { text in
        text.withUnsafeBytes { ByteSearch.firstOffset(of: $0, in: all, from: 0) != nil }
      }
    }
  }

  /// The rule in words: `"sad" becomes "blue"`.
  var words: String {
    values.map { "\(MigrationStep.text($0)) becomes \(MigrationStep.text($1))" }.sorted()
      .joined(separator: ", ")
  }
}

extension Value {
  fileprivate var isNested: Bool {
    switch self {
    case .array, .tree: true
    default: false
    }
  }
}
