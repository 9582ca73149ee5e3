import DocumentTables

/// One object of the trip schema: its entity, its attributes by name, and the trip that it belongs to.
///
/// Importers make objects, and exporters get them.
struct TripObject: Sendable {
  var entity: String
  var key: ObjectKey
  /// The trip of any other object; nil for a trip and for an object without one.
  var trip: ObjectKey?
  /// The value of each attribute.
  ///
  /// A value of a structure has the members that are known (``AttributeType/known(_:)``).
  var values: [String: Value]
  /// What a ticket refers to, by the names of the relationships.
  var references: [String: ObjectKey] = [:]

  func text(_ name: String) -> String {
    if case .text(let text)? = values[name] { text } else { "" }
  }

  /// A text; nil if the attribute is null.
  func optionalText(_ name: String) -> String? {
    if case .text(let text)? = values[name] { text } else { nil }
  }

  func day(_ name: String) -> Int64? {
    if case .integer(let day)? = values[name] { day } else { nil }
  }

  func isTrue(_ name: String) -> Bool { values[name] == .bool(true) }

  /// Whether it does not take place.
  var isCancelled: Bool { ObjectContent(values: values).isCancelled }

  /// The words for people; empty if it has none.
  var title: String { ObjectContent(values: values).title }

  /// The texts of a list of URLs.
  var links: [String] {
    guard case .array(let items)? = values["links"] else { return [] }
    return items.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  var location: Tree? {
    if case .tree(let tree)? = values["location"] { tree } else { nil }
  }
}

/// The released schema that formats speak: importers return documents of this version, and exporters
/// take them.
struct TripSchema: Sendable {
  let tables: TableSchema
  /// The attributes of each entity, inherited ones included.
  private let attributes: [String: [TableAttribute]]
  /// The values of an object that states none.
  private let blanks: [String: [String: Value]]
  /// The most bytes of the name of an entity or an attribute.
  static let longestName = 64

  init(_ tables: TableSchema) {
    self.tables = tables
    var attributes: [String: [TableAttribute]] = [:]
    var blanks: [String: [String: Value]] = [:]
    for entity in tables.entities {
      let own = tables.lineage(of: entity.name).flatMap(\.attributes)
      attributes[entity.name] = own
      blanks[entity.name] = Dictionary(
        own.map { ($0.name, Self.blank($0)) }
      ) { first, _ in first }
    }
    self.attributes = attributes
    self.blanks = blanks
  }

  private static func blank(_ attribute: TableAttribute) -> Value {
    if case .value(let value) = attribute.defaultValue { return value }
    if attribute.isNullable { return .null }
    return switch attribute.type {
    case .scalar(.text): .text("")
    case .scalar(.day): .integer(0)
    default: .null
    }
  }

  func attributes(of entity: String) -> [TableAttribute] { attributes[entity] ?? [] }

  func blankValues(of entity: String) -> [String: Value] { blanks[entity] ?? [:] }

  func isTrip(_ entity: String) -> Bool { tables.isEntity(entity, kindOf: "Trip") }

  /// Whether formats state objects of an entity one by one: not participants, which a trip states, nor
  /// tickets, for which they have no place.
  func isStatedAlone(_ entity: String) -> Bool { entity != "Participant" && entity != "Ticket" }

  /// Whether a text is the name of an entity.
  func isEntity(_ name: String) -> Bool {
    name.utf8.count <= Self.longestName && attributes[name] != nil
  }

  /// Returns objects as tables, in the order of their keys.
  func tables(
    of objects: [TripObject], documentID: UInt128, nextKey: ObjectKey,
    extensions: [ExtensionRecord]
  ) -> Tables {
    var rows: [Int: [TripObject]] = [:]
    for object in objects {
      if let hierarchy = tables.hierarchyIndex(of: object.entity) {
        rows[hierarchy, default: []].append(object)
      }
    }
    let filled = tables.hierarchies.indices.map { index -> Table in
      let layout = tables.hierarchies[index]
      var builder = SegmentBuilder(layout)
      var segments: [Segment] = []
      for object in (rows[index] ?? []).sorted(by: { $0.key < $1.key }) {
        if builder.isFull {
          segments.append(builder.finish())
          builder = SegmentBuilder(layout)
        }
        guard let row = row(of: object) else { continue }
        builder.append(key: row.key, discriminator: row.discriminator, values: row.values)
      }
      return Table(segments: segments + [builder.finish()])
    }
    return Tables(
      schema: tables, documentID: documentID, tables: filled, nextKey: nextKey,
      extensions: extensions)
  }

  /// Returns an object as a row; nil if the schema has no such entity.
  func row(of object: TripObject) -> InsertedRow? {
    guard let index = tables.hierarchyIndex(of: object.entity),
      let entity = tables.hierarchies[index].entity(named: object.entity)
    else { return nil }
    let layout = tables.hierarchies[index]
    var values = [Value](repeating: .null, count: layout.columns.count)
    for property in entity.properties {
      guard let column = property.column else { continue }
      if let attribute = layout.columns[column].attribute {
        values[column] = object.values[property.name].map(attribute.type.whole) ?? .null
      } else if let key = property.name == "trip" ? object.trip : object.references[property.name] {
        values[column] = .reference(key)
      }
    }
    return InsertedRow(
      hierarchy: index, key: object.key, discriminator: entity.discriminator, values: values)
  }

  /// Returns all objects of tables of this schema, in the order of their keys.
  func objects(of tables: Tables) -> [TripObject] {
    var objects: [TripObject] = []
    objects.reserveCapacity(tables.rowCount)
    for (index, table) in tables.tables.enumerated() {
      let layout = self.tables.hierarchies[index]
      for segment in table.segments {
        for row in 0..<segment.count {
          objects.append(object(row, of: segment, layout))
        }
      }
    }
    return objects.sorted { $0.key < $1.key }
  }

  private func object(_ row: Int, of segment: Segment, _ layout: HierarchyLayout) -> TripObject {
    let entity = layout.entities[Int(segment.entities[row])]
    var object = TripObject(
      entity: entity.name, key: segment.keys[row], trip: nil, values: [:])
    for property in entity.properties {
      guard let column = property.column else { continue }
      let value = segment.value(at: row, column: column)
      if let attribute = layout.columns[column].attribute {
        object.values[property.name] = attribute.type.known(value)
      } else if case .reference(let key) = value {
        if property.name == "trip" {
          object.trip = key
        } else {
          object.references[property.name] = key
        }
      }
    }
    return object
  }
}
