import DocumentTables

/// Scans the texts of one column of trees, arrays or structures; prepared once for all of them.
package struct NestedTextScan: Sendable {
  private let form: NestedForm
  private let nullableItems: Bool
  private var structures = StructureTexts()
  private var members = 0..<0

  /// - Parameter nullableItems: Whether an item of an array may be null.
  package init(_ form: NestedForm, nullableItems: Bool = true) {
    self.form = form
    self.nullableItems = nullableItems
    if case .structure(let structure) = form { members = structures.append(structure) }
  }

  /// Returns the memory that the value of a whole text takes (spec 3.12); nil if the value is null, or the
  /// text is not usual.
  ///
  /// - Parameter text: Well-formed UTF-8.
  package func nestedBytes(of text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let start = text.baseAddress, let first = text.first, first != UInt8(ascii: "n") else {
      return nil
    }
    // Lifetime: the scan ends before the buffer does.
    var scan = CanonicalJSONScan(start, count: text.count, at: 0)
    let isUsual =
      switch form {
      case .tree: scan.skipTree()
      case .array(let type): scan.skipArray(of: type, nullableItems: nullableItems)
      case .structure: structures.withView { scan.skipStructure(members, $0) }
      }
    return isUsual && scan.at == text.count ? scan.nestedBytes : nil
  }
}
