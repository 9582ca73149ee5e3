import DocumentFile
import DocumentTables
import SQLiteDatabase

// The values of attributes.

extension RowReading {
  /// Appends a value that lies in the column as the document has it; returns false for any other.
  mutating func appendPlainly(
    _ statement: SQLiteStatement, _ position: Int, _ attribute: ManagedAttribute,
    _ wanted: TableAttribute, _ column: ColumnBuilder
  ) throws(DocumentError) -> Bool {
    guard wanted.cases == nil, !attribute.isExternal, case .scalar(let type) = wanted.type else {
      return false
    }
    switch (statement.storageClass(at: position), type) {
    case (.integer, .int64): column.appendInteger(statement.int64(at: position))
    case (.integer, .int32), (.integer, .int16):
      let number = statement.int64(at: position)
      guard type.integerRange?.contains(number) ?? false else { return false }
      column.appendInteger(number)
    case (.integer, .bool):
      let number = statement.int64(at: position)
      guard number == 0 || number == 1 else { return false }
      column.appendBool(number == 1)
    case (.real, .double), (.real, .date), (.integer, .date), (.integer, .double):
      column.appendDouble(statement.double(at: position))
    case (.text, .text):
      // Bound: SQLite's own count. Lifetime: the bytes are copied inside the closure.
      let (count, isValid) = statement.withText(at: position) { bytes -> (Int, Bool) in
        let isASCII = bytes.allSatisfy { $0 < 0x80 }
        if !isASCII, String(validating: bytes, as: UTF8.self) == nil { return (0, false) }
        column.heap.append(contentsOf: bytes)
        column.finishHeapValue(isASCII: isASCII)
        return (bytes.count, true)
      }
      guard isValid else { return false }
      try store.countBytes(count)
    default: return false
    }
    return true
  }

  mutating func value(
    of columns: AttributeColumns, _ attribute: ManagedAttribute, _ wanted: TableAttribute,
    _ typed: TypedValue?, _ statement: SQLiteStatement, _ table: EntityTable, _ row: Int64,
    _ kept: inout [String: Tree]
  ) throws(DocumentError) -> Value {
    guard case .column(let position, _) = columns else {
      return try composite(columns, wanted, typed, statement, table, row, &kept)
    }
    let stored = statement.value(at: position + 2)
    if case .null = stored { return .null }
    try store.countBytes(of: stored)
    var externalBytes = 0
    var decoded = try decoding.decode(
      stored, attribute, as: wanted.type, externalBytes: &externalBytes)
    try store.countBytes(externalBytes)
    if case .value(let value) = decoded { decoded = settle(value, wanted, typed) }
    let name = table.columns[position]
    switch decoded {
    case .value(let value): return value
    case .kept(let value, let words) where typed == nil:
      report.note(
        .keptAsData, table: table.name, column: name, property: attribute.name, row: row, words)
      return value
    case .kept(_, let words), .undecodable(let words):
      kept[name] = ValueDecoding.plain(stored)
      report.note(
        .keptAsData, table: table.name, column: name, property: attribute.name, row: row, words)
      return .null
    }
  }

  /// Returns the value in the form that the property's own type and its cases allow.
  private func settle(_ value: Value, _ wanted: TableAttribute, _ typed: TypedValue?)
    -> DecodedValue
  {
    var value = value
    if let typed {
      // Trees of other programs spell dates and data in their own way, so the type's own coding reads them.
      let settled: Value? =
        if case .tree(let tree) = value { typed.value(of: tree) ?? typed.checked(value) } else {
          typed.checked(value)
        }
      guard let settled else { return .undecodable("it is no value of the property's type") }
      value = settled
    }
    if case .structure(let structure) = wanted.type, case .tree(let tree) = value {
      guard let whole = try? structure.value(ofCoded: tree) else {
        return .undecodable("it is no value of the structure \(structure.name)")
      }
      value = .tree(whole)
    }
    if let cases = wanted.cases, !cases.contains(value) {
      return .undecodable("it is none of the property's cases")
    }
    return .value(value)
  }

  private mutating func composite(
    _ columns: AttributeColumns, _ wanted: TableAttribute, _ typed: TypedValue?,
    _ statement: SQLiteStatement, _ table: EntityTable, _ row: Int64,
    _ kept: inout [String: Tree]
  ) throws(DocumentError) -> Value {
    // A struct whose properties are all nil is no nil, unless the property may be.
    let leaves = try leaves(columns, statement, table, row, &kept)
    guard let tree = leaves ?? (wanted.isNullable ? nil : columns.emptyTree) else { return .null }
    switch settle(.tree(tree), wanted, typed) {
    case .value(let value): return value
    case .kept(let value, _): return value
    case .undecodable(let words):
      let name = columns.attribute.name
      kept[name] = tree
      report.note(.keptAsData, table: table.name, column: name, property: name, row: row, words)
      return .null
    }
  }

  /// Returns the tree of a composite; nil if all of its leaves are null.
  ///
  /// Recursion: the reader of models limits the depth of composites.
  private mutating func leaves(
    _ columns: AttributeColumns, _ statement: SQLiteStatement, _ table: EntityTable, _ row: Int64,
    _ kept: inout [String: Tree]
  ) throws(DocumentError) -> Tree? {
    switch columns.unwrapped {
    case .absent: return nil
    case .column(let position, let attribute):
      let stored = statement.value(at: position + 2)
      if case .null = stored { return nil }
      try store.countBytes(of: stored)
      if let tree = ValueDecoding.leaf(stored, attribute) { return tree }
      let name = table.columns[position]
      kept[name] = ValueDecoding.plain(stored)
      report.note(
        .keptAsData, table: table.name, column: name, property: attribute.name, row: row,
        "it cannot be decoded")
      return nil
    case .composite(_, let elements):
      var members: [String: Tree] = [:]
      var hasValue = false
      for element in elements {
        let leaves = try leaves(element, statement, table, row, &kept)
        hasValue = hasValue || leaves != nil
        if let tree = leaves ?? (element.attribute.isOptional ? nil : element.emptyTree) {
          members[element.attribute.name] = tree
        }
      }
      return hasValue ? .members(members) : nil
    }
  }
}

extension AttributeColumns {
  /// The tree of a composite without values; nil for every other attribute.
  fileprivate var emptyTree: Tree? {
    if case .composite(let attribute, _) = self, attribute.rawValue == nil {
      .object([])
    } else {
      nil
    }
  }
}
