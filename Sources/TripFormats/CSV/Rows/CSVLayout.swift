import DocumentTables

/// The columns of a CSV file for a schema: `entity`, `id`, one for each attribute by its name, and one for
/// each reference.
///
/// Entities share the columns of attributes with the same name and type.
struct CSVLayout {
  /// A column behind `entity` and `id`.
  struct Column {
    let name: String
    let property: String
    let type: AttributeType?
    /// The member of a location; nil for a column with the whole value.
    var member: CSVField.Member?
    /// Whether the columns of members follow, so that this one has only what they cannot say.
    var hasMembers = false
  }

  static let entityColumn = "entity"
  static let keyColumn = "id"

  let schema: TableSchema
  private(set) var columns: [Column] = []
  /// The column of the hierarchy for each column of the file, by hierarchy and entity.
  private(set) var sources: [[[Int?]]] = []

  init(_ schema: TableSchema) {
    self.schema = schema
    var names = SQLiteNames()
    for name in [Self.entityColumn, Self.keyColumn] { _ = names.take(name) }
    var places: [Shared: Int] = [:]
    for isReference in [false, true] {
      for hierarchy in schema.hierarchies {
        for entity in hierarchy.entities {
          for property in entity.properties {
            guard let source = property.column else { continue }
            let layout = hierarchy.columns[source]
            guard let shared = Shared(layout), shared.isReference == isReference,
              places[shared] == nil
            else { continue }
            places[shared] = columns.count
            add(shared, names.take(layout.name, or: "\(entity.name).\(layout.name)"), &names)
          }
        }
      }
    }
    for hierarchy in schema.hierarchies {
      sources.append(
        hierarchy.entities.map { entity in
          var row = [Int?](repeating: nil, count: columns.count)
          for property in entity.properties {
            guard let source = property.column, let shared = Shared(hierarchy.columns[source]),
              let place = places[shared]
            else { continue }
            let width = columns[place].hasMembers ? CSVField.Member.allCases.count : 0
            for column in place...place + width { row[column] = source }
          }
          return row
        })
    }
  }

  /// Whether values of a type are places, whose members may have columns of their own.
  static func isPlace(_ type: AttributeType) -> Bool {
    switch type {
    case .tree: true
    case .structure(let structure):
      structure.members.allSatisfy { CSVField.Member(rawValue: $0.name) != nil }
    default: false
    }
  }

  /// What the columns of a file can share.
  private struct Shared: Hashable {
    let name: String
    let type: AttributeType?
    let isList: Bool
    var isReference: Bool { type == nil }

    /// - Returns: nil for orders, and for lists that the other end states.
    init?(_ layout: ColumnLayout) {
      name = layout.name
      switch layout.content {
      case .attribute(let attribute):
        type = attribute.type
        isList = false
      case .relationship(_, .reference):
        type = nil
        isList = false
      case .relationship(_, .list):
        type = nil
        isList = true
      case .relationship: return nil
      }
    }
  }

  private mutating func add(_ shared: Shared, _ name: String, _ names: inout SQLiteNames) {
    let isLocation =
      shared.name.lowercased().hasSuffix("location")
      && shared.type.map(Self.isPlace) ?? false
    columns.append(
      Column(name: name, property: shared.name, type: shared.type, hasMembers: isLocation))
    guard isLocation else { return }
    for member in CSVField.Member.allCases {
      columns.append(
        Column(
          name: names.take("\(name).\(member.rawValue)"), property: shared.name, type: shared.type,
          member: member))
    }
  }

  /// The names of all columns.
  var header: [String] { [Self.entityColumn, Self.keyColumn] + columns.map(\.name) }

  /// A location, as its columns show it.
  struct Location {
    let tree: Tree
    /// Whether the columns of the members say all of the tree.
    let isSplit: Bool

    /// Reads a value of a tree or a structure; nil if it is null.
    init?(_ value: Value, of type: AttributeType?) {
      guard case .tree(let tree) = type?.known(value) ?? value else { return nil }
      self.tree = tree
      guard case .object(let members) = tree, !members.isEmpty else {
        isSplit = false
        return
      }
      isSplit = members.allSatisfy { member in
        switch (CSVField.Member(rawValue: member.name), member.value) {
        case (.latitude, .double), (.longitude, .double): true
        // Empty cells are members that are not there.
        case (.timeZone, .text(let text)), (.code, .text(let text)): !text.isEmpty
        default: false
        }
      }
    }

    /// Returns the value in the column of a member.
    func value(of member: CSVField.Member) -> Value {
      guard isSplit else { return .null }
      switch tree[member.rawValue] {
      case .double(let number)?: return .double(number)
      case .text(let text)?: return .text(text)
      default: return .null
      }
    }
  }
}
