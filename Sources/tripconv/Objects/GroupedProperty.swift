import DocumentTables
import TripPages

/// A value of each object that groups have in common or compute with, such as `startDate`,
/// `year(startDate)`, `price.currency` or `trip.name`.
struct GroupedProperty {
  /// The words that name it.
  let name: String
  /// The attribute whose values it has.
  let attribute: TableAttribute
  let sources: [GroupedSource]
  /// Computes the value from those of the sources; nil if it is that of the only source.
  let compute: (([Value]) -> Value)?
  /// The name of the property with the currency of these amounts; nil if they have none.
  let currency: String?

  var layout: ColumnLayout {
    var attribute = attribute
    attribute.isNullable = true
    return ColumnLayout(name: attribute.name, entity: "", content: .attribute(attribute))
  }
}

/// A part of a date, by which objects are grouped.
enum DatePart: String, CaseIterable {
  case year, month, day

  fileprivate var type: ScalarType {
    switch self {
    case .year: .int64
    case .month: .text
    case .day: .day
    }
  }

  fileprivate func value(ofDay day: Int64) -> Value {
    switch self {
    case .year: .integer(Int64(CivilDay(daysSince2001: day).year))
    case .month: .text(String(DayText.text(day).prefix(7)))
    case .day: .integer(day)
    }
  }
}

/// Finds the properties that words name among those of an entity and the objects that it refers to.
struct GroupedProperties {
  /// Returns all objects of an entity that rows refer to.
  typealias Related = (_ entity: String) throws -> Tables

  let entity: String
  /// All objects of the entity.
  let tables: Tables
  let related: Related

  private var schema: TableSchema { tables.schema }

  /// - Throws: ``CommandFailure`` if the words name no property that can be used so.
  func property(_ words: String) throws -> GroupedProperty {
    let (part, path) = try parts(of: words)
    var names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if part == nil, names == ["entity"], !attributeNames(of: entity).contains("entity") {
      return try kind(words)
    }
    guard let first = names.first,
      let end = schema.relationshipEnd(named: first, of: entity)
    else { return try property(words, part, names, of: entity, through: nil) }
    guard !end.relationship.isToMany, end.storage == .reference, let column = end.column else {
      throw failure("\(first) leads to several objects and cannot be grouped")
    }
    names.removeFirst()
    let destination = end.relationship.destination
    guard !names.isEmpty else {
      let known = attributeNames(of: destination).sorted().map { first + "." + $0 }
      throw failure(
        "\(first) is an object; name one of its properties: \(known.joined(separator: ", "))")
    }
    return try property(words, part, names, of: destination, through: column)
  }

  /// Returns the part of a date and the property that words such as `year(startDate)` or `year`
  /// name.
  private func parts(of words: String) throws -> (DatePart?, path: String) {
    if let open = words.firstIndex(of: "("), words.hasSuffix(")") {
      let name = String(words[..<open])
      guard let part = DatePart(rawValue: name) else {
        throw failure(
          RequestedEntity.unknown(name, kind: "function", among: DatePart.allCases.map(\.rawValue)))
      }
      return (part, String(words[words.index(after: open)...].dropLast()))
    }
    guard let part = DatePart(rawValue: words), !attributeNames(of: entity).contains(words) else {
      return (nil, words)
    }
    guard
      let date = EntityPresentation(entity, in: schema)?.attributes
        .first(where: { ObjectMoment.isType($0.type) })
    else { throw failure("no property of \(entity) is a date") }
    return (part, date.name)
  }

  // MARK: Properties of one entity

  /// The names of the attributes that objects of an entity have, some only in subentities.
  private func attributeNames(of entity: String) -> Set<String> {
    Set(kinds(of: entity).flatMap { schema.lineage(of: $0).flatMap(\.attributes) }.map(\.name))
  }

  private func kinds(of entity: String) -> [String] {
    schema.entities.map(\.name).filter { schema.isEntity($0, kindOf: entity) }
  }

  /// Returns the attribute of a name and its column.
  private func attribute(
    _ name: String, of entity: String
  ) throws -> (attribute: TableAttribute, hierarchy: Int, column: Int) {
    guard let hierarchy = schema.hierarchyIndex(of: entity) else {
      throw failure("the schema has no entity \(entity)")
    }
    let layout = schema.hierarchies[hierarchy]
    func column(of entity: String) -> Int? { layout.entity(named: entity)?.column(of: name) }
    let columns = Set(
      column(of: entity).map { [$0] } ?? kinds(of: entity).compactMap(column)
    )
    .filter { layout.columns[$0].attribute != nil }
    guard let found = columns.first, let attribute = layout.columns[found].attribute else {
      throw failure(
        RequestedEntity.unknown(
          name, kind: "property", among: attributeNames(of: entity).sorted()))
    }
    guard columns.count == 1 else {
      let owners = columns.map { layout.columns[$0].entity }.sorted().joined(separator: ", ")
      throw failure("several entities have a property \(name); name one with --entity: \(owners)")
    }
    return (attribute, hierarchy, found)
  }

  private func property(
    _ words: String, _ part: DatePart?, _ names: [String], of entity: String,
    through reference: Int?
  ) throws -> GroupedProperty {
    var (attribute, hierarchy, column) = try attribute(names[0], of: entity)
    var columns = [column]
    var currency: String?
    if case .structure(let structure) = attribute.type {
      (attribute, columns[0], currency) = try member(
        of: structure, words, names, hierarchy, column)
    } else if names.count > 1 {
      throw failure("\(names[0]) has no property \(names[1])")
    }
    guard case .scalar(let type) = attribute.type else {
      throw failure("\(words) has several values and cannot be grouped")
    }
    var types = [attribute.type]
    if part != nil {
      guard ObjectMoment.isType(attribute.type) else {
        throw failure("\(names.joined(separator: ".")) is not a date, but \(type.words)")
      }
      // A time holds in place of the day that it belongs to.
      if names.count == 1, let time = EntityPresentation(entity, in: schema)?.times[names[0]],
        let found = try? self.attribute(time.name, of: entity)
      {
        columns.insert(found.column, at: 0)
        types.insert(time.type, at: 0)
      }
      attribute = TableAttribute(
        name: words, type: .scalar(part?.type ?? type), isNullable: true)
    }
    let compute: (([Value]) -> Value)? = part.map { part in
      { values in
        let moment = zip(values, types).lazy.compactMap { ObjectMoment($0, $1) }.first { _ in true }
        return moment?.wallClock.map { part.value(ofDay: $0.day) } ?? .null
      }
    }
    guard let reference else {
      return GroupedProperty(
        name: words, attribute: attribute, sources: columns.map { .column($0) }, compute: compute,
        currency: currency)
    }
    return GroupedProperty(
      name: words, attribute: attribute, sources: [.column(reference)],
      compute: following(
        try related(entity).withMembers([
          hierarchy: Set(columns.filter(schema.queriedColumns[hierarchy].isMember))
        ]).tables[hierarchy], columns, compute),
      currency: currency)
  }

  /// Returns the member of a structure that words name, its column, and the path of its currency if it is an amount.
  private func member(
    of structure: TableStructure, _ words: String, _ names: [String], _ hierarchy: Int,
    _ column: Int
  ) throws -> (attribute: TableAttribute, column: Int, currency: String?) {
    let path = words.split(separator: ".").dropLast(names.count - 1).joined(separator: ".")
    let isPrice = structure.member(named: "currency") != nil
    let member = names.count == 1 && isPrice ? "amount" : names.dropFirst().first
    guard let member, let position = structure.member(named: member), names.count <= 2,
      let number = schema.queriedColumns[hierarchy].number(ofMember: position, in: column)
    else {
      let known = structure.members.map { path + "." + $0.name }.joined(separator: ", ")
      throw failure("\(words) is no single value; name one: \(known)")
    }
    return (
      structure.members[position], number,
      member == "amount" && isPrice ? path + ".currency" : nil
    )
  }

  /// Returns the value of columns of the object to which a reference leads.
  private func following(
    _ objects: Table, _ columns: [Int], _ compute: (([Value]) -> Value)?
  ) -> ([Value]) -> Value {
    { values in
      guard case .reference(let key)? = values.first, let place = objects.location(of: key) else {
        return .null
      }
      let values = columns.map { objects.segments[place.segment].value(at: place.row, column: $0) }
      return compute.map { $0(values) } ?? values.first ?? .null
    }
  }

  /// Returns the entity of each object as a property.
  private func kind(_ words: String) throws -> GroupedProperty {
    guard let hierarchy = schema.hierarchyIndex(of: entity) else {
      throw failure("the schema has no entity \(entity)")
    }
    let names = schema.hierarchies[hierarchy].entities.map { Value.text($0.name) }
    let segments = tables.tables[hierarchy].segments
    let attribute = TableAttribute(name: words, type: .scalar(.text))
    let layout = ColumnLayout(name: words, entity: "", content: .attribute(attribute))
    return GroupedProperty(
      name: words, attribute: attribute,
      sources: [
        .computed(layout) { names[Int(segments[$0.segment].entities[$0.row])] }
      ], compute: nil, currency: nil)
  }

  private func failure(_ problem: String) -> CommandFailure {
    UsageError.failure("tripconv list", problem)
  }
}
