extension ColumnStorage {
  /// The bytes that a row takes in a column, null or not, without its text.
  var placeBytes: Int {
    switch self {
    case .bool: 1
    case .integer, .unsigned, .double, .reference: 8
    case .uuid: 16
    case .text, .data, .references: 4
    case .tree, .array, .structure: 32
    }
  }
}

extension HierarchyLayout {
  /// The bytes that a row takes while its segment is built, whatever its record contains.
  package var placeBytes: Int {
    columns.reduce(MemoryLayout<ObjectKey>.size) { $0 + $1.storage.placeBytes }
  }

  /// The bytes that the default values of a record without properties take.
  var defaultBytes: Int {
    columns.reduce(0) { sum, column in
      guard case .value(let value)? = column.attribute?.defaultValue else { return sum }
      return switch value {
      case .text(let text): sum + text.utf8.count
      case .data(let bytes): sum + bytes.count
      case .tree, .array: sum + value.nestedBytes
      default: sum
      }
    }
  }

  /// The number of rows that take a few megabytes beyond their records, at least one.
  package var rowsAtOnce: Int {
    max(1, min(4096, (16 << 20) / max(1, placeBytes + defaultBytes)))
  }
}

extension Value {
  /// The approximate memory of a tree or an array.
  package var nestedBytes: Int {
    switch self {
    case .array(let items): items.reduce(Tree.nodeBytes) { $0 + $1.nestedBytes }
    case .tree(let tree): tree.nestedBytes
    case .text(let text): Tree.nodeBytes + text.utf8.count
    case .data(let bytes): Tree.nodeBytes + bytes.count
    default: Tree.nodeBytes
    }
  }
}

extension Tree {
  /// The memory of each value, without the bytes of texts, data and names.
  package static let nodeBytes = 48

  // Recurses on the call stack; readers limit the depth of every tree from a file.
  package var nestedBytes: Int {
    switch self {
    case .array(let items): items.reduce(Self.nodeBytes) { $0 + $1.nestedBytes }
    case .object(let members):
      members.reduce(Self.nodeBytes) { $0 + $1.name.utf8.count + $1.value.nestedBytes }
    case .text(let text), .spelled(_, let text):
      Self.nodeBytes + text.utf8.count
    case .data(let bytes): Self.nodeBytes + bytes.count
    default: Self.nodeBytes
    }
  }
}
