extension ColumnStorage {
  /// What a row takes in a column, nil or not, without the bytes of its text.
  var placeBytes: Int {
    switch self {
    case .bool: 1
    case .integer, .unsigned, .double, .reference: 8
    case .uuid: 16
    case .text, .data, .references: 4
    case .tree, .array: 32
    }
  }
}

extension HierarchyLayout {
  /// What a row takes while its segment is made, whatever its record says.
  package var placeBytes: Int {
    columns.reduce(MemoryLayout<ObjectKey>.size) { $0 + $1.storage.placeBytes }
  }

  /// What the default values of a record that names no property take.
  var defaultBytes: Int {
    columns.reduce(0) { sum, column in
      guard case .value(let value)? = column.attribute?.defaultValue else { return sum }
      return switch value {
      case .text(let text): sum + text.utf8.count
      case .data(let bytes): sum + bytes.count
      default: sum
      }
    }
  }

  /// So many rows take some megabytes at most beyond what their records say, if one alone does not.
  package var rowsAtOnce: Int {
    max(1, min(4096, (16 << 20) / max(1, placeBytes + defaultBytes)))
  }
}

extension Value {
  /// What a tree or an array takes in memory, about.
  var boxedBytes: Int {
    switch self {
    case .array(let items): items.reduce(Tree.nodeBytes) { $0 + $1.boxedBytes }
    case .tree(let tree): tree.boxedBytes
    case .text(let text): Tree.nodeBytes + text.utf8.count
    case .data(let bytes): Tree.nodeBytes + bytes.count
    default: Tree.nodeBytes
    }
  }
}

extension Tree {
  /// What each value takes, beside the bytes of texts, data and names.
  static let nodeBytes = 48

  // It walks with the call stack; readers bound the depth of every tree that comes from a file.
  var boxedBytes: Int {
    switch self {
    case .array(let items): items.reduce(Self.nodeBytes) { $0 + $1.boxedBytes }
    case .object(let members):
      members.reduce(Self.nodeBytes) { $0 + $1.name.utf8.count + $1.value.boxedBytes }
    case .text(let text), .decimal(let text), .url(let text): Self.nodeBytes + text.utf8.count
    case .data(let bytes): Self.nodeBytes + bytes.count
    default: Self.nodeBytes
    }
  }
}
