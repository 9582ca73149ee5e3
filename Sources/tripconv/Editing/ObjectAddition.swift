import DocumentFile
import DocumentMigration
import DocumentTables
import TripFormats
import TripPages

/// A new object with stated values, as a change set of a document.
struct ObjectAddition {
  let changes: ChangeSet
  let key: ObjectKey
  /// The entities that own objects of the new object's kind; empty if one of them owns it, or if there are none.
  private(set) var missingOwners: [String] = []

  /// - Parameters:
  ///   - properties: The stated properties, in the order of the arguments.
  ///   - command: The verb, for messages about arguments.
  /// - Throws: ``CommandFailure`` if a property or its value is none of the entity, or if one is missing.
  init(
    _ entity: TableEntity, _ properties: [StatedProperty], to document: OpenedDocument,
    of input: InputArgument, _ clock: WritingClock, _ command: String
  ) throws {
    let tables = document.tables
    guard let hierarchy = tables.schema.hierarchyIndex(of: entity.name),
      let layout = tables.schema.hierarchies[hierarchy].entity(named: entity.name)
    else { throw CommandFailure(.internalError, "the schema has no \(entity.name)") }
    let columns = tables.schema.comparedColumns()[hierarchy]
    var making = Making(document, input, layout, columns, clock, command)
    for property in properties { try making.add(property) }
    try making.fill()
    key = tables.nextKey
    missingOwners = making.missingOwners
    var changes = ChangeSet(nextKey: key + 1)
    changes.inserted = [
      InsertedRow(
        hierarchy: hierarchy, key: key, discriminator: layout.discriminator,
        values: making.values)
    ]
    changes.updated = making.orders(with: key)
    self.changes = changes
  }

  /// The values of the object while its arguments are read.
  private struct Making {
    private let tables: Tables
    private let layout: EntityLayout
    private let columns: [ComparedColumn]
    private var clock: WritingClock
    private let command: String
    private let input: InputArgument
    private let reader: PartialDocumentReader
    private(set) var values: [Value]
    private var stated: Set<String> = []
    /// The stated members of structures, by column and place in the structure.
    private var members: [Int: [Int: Value]] = [:]

    init(
      _ document: OpenedDocument, _ input: InputArgument, _ layout: EntityLayout,
      _ columns: [ComparedColumn], _ clock: WritingClock, _ command: String
    ) {
      tables = document.tables
      reader = document.partialReader
      self.input = input
      self.layout = layout
      self.columns = columns
      self.clock = clock
      self.command = command
      values = Array(repeating: .null, count: columns.count)
    }

    mutating func add(_ property: StatedProperty) throws {
      let name = try property.property(of: layout, command, clock)
      guard let column = layout.column(of: name), !columns[column].isOrder else {
        let inverse = tables.schema.relationshipEnd(named: name, of: layout.name)?.relationship
        throw UsageError.failure(
          command,
          "\(name) is stated by the other object: add a \(inverse?.destination ?? "object") with "
            + "\(inverse?.inverse ?? "it")=…")
      }
      if let attribute = columns[column].layout.attribute {
        try add(property, attribute, column)
      } else {
        try refer(property, name, column)
      }
      stated.insert(name)
    }

    private mutating func add(
      _ property: StatedProperty, _ attribute: TableAttribute, _ column: Int
    ) throws(CommandFailure) {
      if let member = property.member {
        return try add(property, member: member, of: attribute, column)
      }
      if property.text.isEmpty, attribute.isNullable {
        try requireNew(attribute.name)
        values[column] = .null
        return
      }
      let value = try property.value(
        attribute.type, cases: attribute.cases, attribute.name, command, clock)
      if case .array = attribute.type {
        if case .array(let items) = values[column] {
          values[column] = .array(items + [value])
        } else {
          values[column] = .array([value])
        }
        return
      }
      try requireNew(attribute.name)
      values[column] = value
      // "from 3 May to 10 May": the second day is not before the first.
      if let day = clock.moment(property.text)?.day { clock.first = max(clock.first, day) }
    }

    private func requireNew(_ name: String) throws(CommandFailure) {
      guard stated.contains(name) else { return }
      throw UsageError.failure(command, "\(name) is stated twice")
    }

    private mutating func add(
      _ property: StatedProperty, member: String, of attribute: TableAttribute, _ column: Int
    ) throws(CommandFailure) {
      guard case .structure(let structure) = attribute.type else {
        throw UsageError.failure(command, "\(attribute.name) has no members")
      }
      let names = structure.members.map(\.name)
      guard let name = NamedParts.matches(member, names).first,
        let index = names.firstIndex(of: name)
      else {
        throw UsageError.failure(
          command,
          "\(attribute.name) has no member '\(member)'; it has \(names.joined(separator: ", "))")
      }
      let full = "\(attribute.name).\(name)"
      guard members[column]?[index] == nil else {
        throw UsageError.failure(command, "\(full) is stated twice")
      }
      let stated = structure.members[index]
      let value = try property.value(stated.type, cases: stated.cases, full, command, clock)
      members[column, default: [:]][index] = value
      let all = structure.members.indices.map { members[column]?[$0] }
      do throws(TableStructure.ValueProblem) {
        values[column] = .tree(try structure.value(of: all))
      } catch {
        // Another argument may state what is missing; ``fill()`` asks for it.
        values[column] = .null
      }
    }

    private mutating func refer(
      _ property: StatedProperty, _ name: String, _ column: Int
    ) throws {
      guard let end = columns[column].end else { return }
      let target = try ObjectSearch(reader, entities: [end.relationship.destination], of: input)
        .object(named: property.text).object
      if end.storage == .list {
        let list = columns[column].targets(of: values[column])
        guard !list.contains(target.key) else { return }
        values[column] = .references(list + [target.key])
      } else {
        try requireNew(name)
        values[column] = .reference(target.key)
      }
    }

    /// Gives properties that are not stated their defaults.
    ///
    /// A text that must be there is empty, as in imported files; of what names the object a value is asked for.
    mutating func fill() throws(CommandFailure) {
      let presentation = EntityPresentation(layout.name, in: tables.schema)
      let titles = [presentation?.title, presentation?.titleEnd].compactMap(\.?.name)
      if !titles.isEmpty, !titles.contains(where: stated.contains) {
        let names = layout.properties.filter { property in
          property.column.map { !columns[$0].isOrder } ?? false
        }.map(\.name)
        throw UsageError.failure(
          command,
          "state what it is called: \(titles.map { "\($0)=…" }.joined(separator: " or ")); a "
            + "\(layout.name) has \(names.joined(separator: ", "))")
      }
      for property in layout.properties where !stated.contains(property.name) {
        guard let column = property.column else { continue }
        switch columns[column].layout.content {
        case .attribute(let attribute):
          if let value = attribute.valueWhereAbsent {
            values[column] = value
          } else if attribute.type == .scalar(.text), attribute.cases == nil {
            values[column] = .text("")
          } else {
            throw UsageError.failure(command, "\(attribute.name) is needed: \(attribute.name)=…")
          }
        case .relationship(let relationship, let storage):
          if storage == .list, !relationship.isNullable { values[column] = .references([]) }
          if storage == .reference, !relationship.isNullable {
            throw UsageError.failure(
              command,
              "\(relationship.name) is needed: \(relationship.name)= and the name of a \(relationship.destination)"
            )
          }
        }
      }
      for column in members.keys.sorted() where values[column].isNull {
        throw UsageError.failure(
          command, "\(columns[column].layout.name) needs all members that may not be empty")
      }
    }

    /// The entities of which none owns the object, though one could.
    var missingOwners: [String] {
      let owners = layout.properties.compactMap { property -> String? in
        guard let column = property.column, columns[column].leadsToOwner else { return nil }
        return values[column].isNull ? columns[column].end?.relationship.destination : ""
      }
      return owners.contains("") ? [] : owners
    }

    /// Puts the object at the end of the lists that have an order of their own.
    func orders(with key: ObjectKey) -> [UpdatedRow] {
      columns.compactMap { column in
        guard let place = column.orderColumn, case .reference(let owner) = values[column.index],
          let location = tables.tables[place.hierarchy].location(of: owner)
        else { return nil }
        let segment = tables.tables[place.hierarchy].segments[location.segment]
        guard let order = segment.columns[place.column].references(at: location.row) else {
          return nil
        }
        return UpdatedRow(
          hierarchy: place.hierarchy, key: owner,
          changes: [
            PropertyChange(
              column: place.column, old: .references(Array(order)),
              new: .order(of: Array(order) + [key], isNullable: false))
          ])
      }
    }
  }
}
