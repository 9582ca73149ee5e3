import DocumentFile
import DocumentTables
import SQLiteDatabase

/// The columns of an attribute: one, or one for each leaf of a composite.
indirect enum AttributeColumns: Sendable {
  /// The position of the column in the list that rows are read with.
  case column(Int, ManagedAttribute)
  case composite(ManagedAttribute, [AttributeColumns])
  /// The table has no column for it, so it is null in every row.
  case absent(ManagedAttribute)

  var attribute: ManagedAttribute {
    switch self {
    case .column(_, let attribute), .composite(let attribute, _), .absent(let attribute): attribute
    }
  }

  /// The columns of a raw value, without the composite around it.
  var unwrapped: AttributeColumns {
    if case .composite(let attribute, let elements) = self, attribute.rawValue != nil,
      let only = elements.first
    {
      return only
    }
    return self
  }
}

/// The table of one hierarchy of entities, and what each of its columns stores.
struct EntityTable: Sendable {
  /// The root entity.
  let root: String
  let name: String
  /// The entities of the hierarchy by number, in the order of the numbers.
  let entities: [(number: Int64, name: String)]
  /// The columns that are read beside `Z_PK` and `Z_ENT`.
  fileprivate(set) var columns: [String] = []
  /// The columns of each attribute, by entity and name.
  fileprivate(set) var attributes: [PropertyPlace: AttributeColumns] = [:]
  /// The column of each to-one relationship, by entity and name.
  fileprivate(set) var references: [PropertyPlace: Int] = [:]
  /// The columns with the owner of a row, by the owner's entity and to-many relationship.
  var owners: [PropertyPlace: String] = [:]
  /// The columns with the place of a row in an ordered relationship, by the column with the owner.
  var orders: [String: String] = [:]
  /// The positions of columns that no property has.
  var unknown: [Int] = []

  init(root: String, name: String, entities: [(number: Int64, name: String)]) {
    self.root = root
    self.name = name
    self.entities = entities
  }

  /// Returns the position of a column in the list of those that are read.
  mutating func position(of column: String) -> Int {
    if let index = columns.firstIndex(of: column) { return index }
    columns.append(column)
    return columns.count - 1
  }
}

/// A property by the entity that declares it.
struct PropertyPlace: Hashable, Sendable {
  var entity: String
  var name: String
}

/// The rule by which a model's properties get their columns.
///
/// The entities of a hierarchy in the order of their numbers, the properties of each in the order of their
/// names, composites replaced by their leaves: the column is `Z` and the name in upper case, and when a
/// name was used before, a number from 1 is appended. A column cannot be guessed by its name alone.
struct ColumnRule {
  private struct Wanted {
    var place: PropertyPlace
    /// The way to a leaf of a composite.
    var path: [Int]
    var base: String
    var column: String
    /// The beginnings of the declared types that such a column has.
    var types: [String]
  }

  private let shape: SQLiteTable
  private var wanted: [Wanted] = []
  private var taken: Set<String> = []
  private var counts: [String: Int] = [:]
  /// The column of each wanted property, by place and path.
  private var found: [PropertyPlace: [[Int]: String]] = [:]

  /// Assigns the columns of a table.
  ///
  /// - Returns: The names of columns that no attribute or to-one relationship has.
  /// - Throws: `store-layout` if columns are missing and others are left that may be theirs.
  static func assign(
    _ table: inout EntityTable, _ model: ManagedModel, _ shape: SQLiteTable,
    _ report: inout StoreReport
  ) throws(DocumentError) -> [String] {
    var rule = ColumnRule(shape: shape)
    for (_, name) in table.entities {
      guard let entity = model.entity(named: name) else { continue }
      rule.want(entity)
    }
    let left = try rule.check(&table, &report)
    for (_, name) in table.entities {
      guard let entity = model.entity(named: name) else { continue }
      for attribute in entity.attributes {
        let place = PropertyPlace(entity: name, name: attribute.name)
        table.attributes[place] = rule.columns(of: attribute, place, [], &table)
      }
      for relationship in entity.relationships where !relationship.isToMany {
        let place = PropertyPlace(entity: name, name: relationship.name)
        if let column = rule.found[place]?[[]] {
          table.references[place] = table.position(of: column)
        }
      }
    }
    return left
  }

  private init(shape: SQLiteTable) { self.shape = shape }

  private mutating func want(_ entity: ManagedEntity) {
    var properties: [(name: String, attribute: ManagedAttribute?)] = entity.attributes.map {
      ($0.name, $0)
    }
    for relationship in entity.relationships where !relationship.isToMany {
      properties.append((relationship.name, nil))
    }
    properties.sort { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
    for (name, attribute) in properties {
      let place = PropertyPlace(entity: entity.name, name: name)
      if let attribute {
        want(attribute, place, [])
      } else {
        want(name, place, [], types: ["INT"])
      }
    }
  }

  /// Recursion: the reader of models limits the depth of composites.
  private mutating func want(_ attribute: ManagedAttribute, _ place: PropertyPlace, _ path: [Int]) {
    if case .composite(let elements) = attribute.kind {
      for (index, element) in elements.enumerated() { want(element, place, path + [index]) }
    } else {
      want(attribute.name, place, path, types: attribute.kind.declaredTypes)
    }
  }

  private mutating func want(
    _ name: String, _ place: PropertyPlace, _ path: [Int], types: [String]
  ) {
    let base = "Z" + name.uppercased()
    var count = counts[base] ?? 0
    var column = count == 0 ? base : base + String(count)
    while !taken.insert(column).inserted {
      count += 1
      column = base + String(count)
    }
    counts[base] = count + 1
    wanted.append(Wanted(place: place, path: path, base: base, column: column, types: types))
  }

  private mutating func check(
    _ table: inout EntityTable, _ report: inout StoreReport
  ) throws(DocumentError) -> [String] {
    let there = Set(shape.columns.map(\.name))
    var left = shape.columns.map(\.name).filter {
      !taken.contains($0) && !["Z_PK", "Z_ENT", "Z_OPT"].contains($0)
    }
    let missing = wanted.filter { !there.contains($0.column) }
    let shared = Dictionary(grouping: wanted, by: \.base).filter { $0.value.count > 1 }
    // Columns with a number belong to a name that properties share, so it is unknown to which.
    let bases = Set(wanted.map { Array($0.base.utf8) })
    let doubtful = left.filter { Self.isNumbered($0, bases) }
    let candidates = left.filter { Self.mayBeOfAttribute($0) }
    if !doubtful.isEmpty || !missing.isEmpty && !candidates.isEmpty
      || missing.contains(where: { shared[$0.base] != nil })
    {
      var words: [String] = missing.prefix(5).map {
        "no column \($0.column) for \($0.place.entity).\($0.place.name)"
      }
      let extra = doubtful.isEmpty ? candidates : doubtful
      words += extra.prefix(5).map { "no property for the column \($0)" }
      throw DocumentError(
        .storeLayout,
        "the table \(table.name) is not that of the model (\(words.joined(separator: ", "))), so its "
          + "columns could be mistaken for others")
    }
    var types: [String: String] = [:]
    for column in shape.columns { types[column.name] = column.type }
    for wanted in wanted {
      guard there.contains(wanted.column) else {
        report.note(
          .missingColumn, table: table.name, column: wanted.column, entity: wanted.place.entity,
          property: wanted.place.name, "the table has no such column, so the property is nil")
        continue
      }
      if shared[wanted.base] != nil,
        let type = types[wanted.column], !type.isEmpty,
        !wanted.types.isEmpty, !wanted.types.contains(where: type.hasPrefix)
      {
        throw DocumentError(
          .storeLayout,
          "the column \(table.name).\(wanted.column) is declared as \(type), which is none of "
            + "\(wanted.place.entity).\(wanted.place.name), so columns could be mistaken for others"
        )
      }
      found[wanted.place, default: [:]][wanted.path] = wanted.column
    }
    left.removeAll { there.contains($0) == false }
    return left
  }

  /// Whether a name is one of several with a number behind it.
  private static func isNumbered(_ name: String, _ bases: Set<[UInt8]>) -> Bool {
    var base = Array(name.utf8)
    while let last = base.last, UInt8(ascii: "0")...UInt8(ascii: "9") ~= last {
      base.removeLast()
      if bases.contains(base) { return true }
    }
    return false
  }

  /// Whether a column may be of an attribute or a to-one relationship: the columns of other relationships
  /// begin with `Z` and a digit, or with `Z_`.
  static func mayBeOfAttribute(_ column: String) -> Bool {
    guard let second = column.utf8.dropFirst().first else { return false }
    return column.hasPrefix("Z") && second != UInt8(ascii: "_")
      && !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= second)
  }

  /// Recursion: the reader of models limits the depth of composites.
  private func columns(
    of attribute: ManagedAttribute, _ place: PropertyPlace, _ path: [Int],
    _ table: inout EntityTable
  ) -> AttributeColumns {
    if case .composite(let elements) = attribute.kind {
      var parts: [AttributeColumns] = []
      for (index, element) in elements.enumerated() {
        parts.append(columns(of: element, place, path + [index], &table))
      }
      return .composite(attribute, parts)
    }
    guard let column = found[place]?[path] else { return .absent(attribute) }
    return .column(table.position(of: column), attribute)
  }
}

extension ManagedAttribute.Kind {
  /// The beginnings of the types that a column of the kind is declared with; empty if they are unknown.
  fileprivate var declaredTypes: [String] {
    switch self {
    case .int16, .int32, .int64, .bool: ["INT"]
    case .decimal: ["DECIMAL", "NUMERIC"]
    case .double, .float: ["FLOAT", "REAL", "DOUBLE"]
    case .text, .uri: ["VARCHAR", "TEXT"]
    case .date: ["TIMESTAMP", "FLOAT", "REAL"]
    case .data, .uuid, .transformable: ["BLOB"]
    case .composite, .unknown: []
    }
  }
}
