import DocumentData
import DocumentFile
import DocumentTables
import SQLiteDatabase

/// Reads the rows of a store into the tables of a schema whose entities and properties are those of the
/// store's model.
struct RowReading {
  private let store: OpenStore
  private let model: ManagedModel
  private let layout: StoreLayout
  private let schema: TableSchema
  private let typed: (PropertyPlace) -> TypedValue?
  private let decoding: ValueDecoding
  private let keys: StoreKeys
  private(set) var report: StoreReport
  private var indexes: [Int: RowIndex] = [:]
  private var rowCount = 0
  private var bytes = 0
  private let mostBytes: Int
  /// Rows without a required value, by hierarchy and column of the schema.
  private(set) var missing: [MissingPlace: MissingRows] = [:]

  struct MissingPlace: Hashable {
    var hierarchy: Int
    var column: Int
  }

  struct MissingRows {
    var count = 0
    var rows: [Int64] = []
  }

  /// The name under which a record keeps what its properties cannot.
  static let keptName = "swiftdata.store"

  /// - Parameter typed: The coding of a property whose type only a class states.
  init(
    _ store: OpenStore, _ model: ManagedModel, _ layout: StoreLayout, as schema: TableSchema,
    _ report: StoreReport, fileBytes: Int,
    typed: @escaping (PropertyPlace) -> TypedValue? = { _ in nil }
  ) {
    self.store = store
    self.model = model
    self.layout = layout
    self.schema = schema
    self.typed = typed
    self.report = report
    decoding = ValueDecoding(external: ExternalValues(of: store.path, limits: store.limits))
    var numbers: [String: Int64] = [:]
    for table in layout.tables {
      numbers[table.root] = store.numbers[table.root] ?? table.entities[0].number
    }
    keys = StoreKeys(numbers: numbers)
    let (times, overflow) = fileBytes.multipliedReportingOverflow(by: DocumentLimits.expansion)
    let (sum, isTooLarge) = times.addingReportingOverflow(store.limits.expandedBytes)
    mostBytes = overflow || isTooLarge ? .max : sum
  }

  /// Reads all rows.
  ///
  /// - Throws: ``DocumentError``: `store-damaged`, a limit, or that reading was cancelled.
  mutating func read(documentID: UInt128) throws(DocumentError) -> Tables {
    report.keys = keys
    var tables = Tables(schema: schema, documentID: documentID)
    for index in schema.hierarchies.indices {
      let root = schema.hierarchies[index].name
      guard let source = layout.hierarchy(of: root) else { continue }
      tables.tables[index] = try read(layout.tables[source], hierarchy: index)
    }
    tables.nextKey = (tables.tables.compactMap(\.lastKey).max() ?? 0) + 1
    report.objects = tables.rowCounts()
    return tables
  }

  /// The content of one column of the schema.
  private enum Source {
    case attribute(AttributeColumns, ManagedAttribute, TableAttribute, TypedValue?)
    case reference(Reference)
    case members(Members)
    case nothing
  }

  private final class Reference {
    let position: Int
    let columnName: String
    let destination: Int
    let allowed: Set<Int64>
    /// The other end of a relationship to one object at both ends, by row.
    let partners: [Int64: Int64]?
    let isOwnInverse: Bool
    var used: Set<Int64> = []

    init(
      position: Int, columnName: String, destination: Int, allowed: Set<Int64>,
      partners: [Int64: Int64]?, isOwnInverse: Bool
    ) {
      self.position = position
      self.columnName = columnName
      self.destination = destination
      self.allowed = allowed
      self.partners = partners
      self.isOwnInverse = isOwnInverse
    }
  }

  private final class Members {
    var lists: MemberLists
    let destination: Int
    let allowed: Set<Int64>
    /// Whether the column has the order only.
    let isOrder: Bool

    init(_ lists: MemberLists, destination: Int, allowed: Set<Int64>, isOrder: Bool) {
      self.lists = lists
      self.destination = destination
      self.allowed = allowed
      self.isOrder = isOrder
    }
  }

  // MARK: One table

  private mutating func read(
    _ table: EntityTable, hierarchy: Int
  ) throws(DocumentError) -> Table {
    let target = schema.hierarchies[hierarchy]
    var sources: [Source] = []
    for column in target.columns { sources.append(try source(of: column, table)) }
    var entities: [Int64: (discriminator: UInt16, applies: [Bool])] = [:]
    for (number, name) in table.entities {
      guard let entity = target.entity(named: name) else { continue }
      let own = Set(entity.properties.compactMap(\.column))
      entities[number] = (entity.discriminator, target.columns.indices.map(own.contains))
    }
    let names = try table.columns.map { name throws(DocumentError) in try store.quoted(name) }
    let statement = try store.prepare(
      "SELECT \((["Z_PK", "Z_ENT"] + names).joined(separator: ", ")) FROM "
        + "\(try store.quoted(table.name)) ORDER BY Z_PK", for: "read the rows of \(table.name)")
    var segments: [Segment] = []
    var builder = SegmentBuilder(target)
    var last = Int64.min
    var kept: [String: Tree] = [:]
    while try store.step(statement) {
      let row = statement.int64(at: 0)
      guard statement.storageClass(at: 0) == .integer, row > last else {
        throw store.disorder(table.name)
      }
      last = row
      rowCount += 1
      try store.checkRows(rowCount)
      guard let key = keys.key(ofRow: row, hierarchy: table.root) else {
        report.note(.unreadRow, table: table.name, row: row, "no object can have the row's key")
        continue
      }
      guard let (discriminator, applies) = entities[statement.int64(at: 1)] else {
        report.note(
          .unreadRow, table: table.name, column: "Z_ENT", row: row,
          "no entity of the table has the row's number")
        continue
      }
      builder.beginRow(key: key, discriminator: discriminator)
      for (index, column) in builder.columns.enumerated() {
        guard applies[index] else {
          column.appendNull()
          continue
        }
        switch sources[index] {
        case .nothing:
          // A list without a column in the store is empty, not nil.
          if column.storage == .references, !target.columns[index].isNullable {
            column.appendReferences([])
          } else {
            column.appendNull()
          }
        case .reference(let reference):
          if let found = try referenced(by: row, reference, statement, table) {
            column.appendReference(found)
          } else {
            column.appendNull()
            if !target.columns[index].isNullable { noteMissing(hierarchy, index, row) }
          }
        case .members(let members):
          if let list = try list(of: row, members, hierarchy, table) {
            column.appendReferences(list)
          } else {
            column.appendNull()
          }
        case .attribute(let columns, let attribute, let wanted, let typed):
          if case .column(let position, _) = columns, typed == nil,
            try appendPlainly(statement, position + 2, attribute, wanted, column)
          {
            continue
          }
          let value = try value(
            of: columns, attribute, wanted, typed, statement, table, row, &kept)
          column.append(value)
          if value.isNull, !wanted.isNullable { noteMissing(hierarchy, index, row) }
        }
      }
      for position in table.unknown {
        let value = statement.value(at: position + 2)
        guard let tree = ValueDecoding.plain(value), !tree.isNull else { continue }
        try count(value)
        kept[table.columns[position]] = tree
        report.note(
          .unknownColumn, table: table.name, column: table.columns[position], row: row,
          "the model has no property for the column; its values are kept beside the objects")
      }
      if !kept.isEmpty {
        builder.setForeign(.object([TreeMember(Self.keptName, .members(kept))]))
        kept = [:]
      }
      if builder.isFull {
        segments.append(builder.finish())
        builder = SegmentBuilder(target)
      }
    }
    if builder.rowCount > 0 { segments.append(builder.finish()) }
    for case .members(let members) in sources where !members.isOrder {
      // The lists are not read while they change.
      var ownerless: [Int64] = []
      members.lists.finish { ownerless.append($0) }
      for owner in ownerless { noteOwnerless(members, owner) }
    }
    return Table(segments: segments)
  }

  private mutating func noteOwnerless(_ members: Members, _ owner: Int64) {
    report.note(
      .danglingReference, table: members.lists.table, row: owner,
      "members of a row that is not there; the rows are those of the owner")
  }

  private mutating func noteMissing(_ hierarchy: Int, _ column: Int, _ row: Int64) {
    let place = MissingPlace(hierarchy: hierarchy, column: column)
    missing[place, default: MissingRows()].count += 1
    if let count = missing[place]?.rows.count, count < StoreReport.mostRows {
      missing[place]?.rows.append(row)
    }
  }

  private mutating func count(_ value: SQLiteValue) throws(DocumentError) {
    switch value {
    case .text(let text): try count(text.utf8.count)
    case .blob(let bytes), .malformedText(let bytes): try count(bytes.count)
    case .null, .integer, .real: break
    }
  }

  private mutating func count(_ more: Int) throws(DocumentError) {
    bytes += more
    guard bytes <= mostBytes else {
      throw DocumentError(
        .limitExpanded, file: store.path,
        "its values need more than \(mostBytes) bytes of memory")
    }
  }

  // MARK: Sources

  private mutating func source(
    of column: ColumnLayout, _ table: EntityTable
  ) throws(DocumentError) -> Source {
    let place = PropertyPlace(entity: column.entity, name: column.name)
    switch column.content {
    case .attribute(let wanted):
      guard var columns = table.attributes[place],
        let attribute = model.entity(named: column.entity)?.attributes.first(where: {
          $0.name == column.name
        })
      else { return .nothing }
      if case .tree = wanted.type {
      } else if case .composite(_, let elements) = columns, elements.count == 1 {
        columns = elements[0]
      }
      var leaf = columns.attribute
      leaf.isExternal = leaf.isExternal || attribute.isExternal
      return .attribute(columns, leaf, wanted, typed(place))
    case .relationship(let relationship, let storage):
      guard let own = model.relationship(column.name, of: column.entity)?.relationship,
        let destination = layout.hierarchy(of: relationship.destination)
      else { return .nothing }
      let allowed = numbers(of: relationship.destination, in: destination)
      switch storage {
      case .reference:
        guard let position = table.references[place] else { return .nothing }
        try index(destination)
        return .reference(
          try reference(own, place, relationship, position, destination, allowed, table))
      case .list:
        guard let source = try members(own, place) else { return .nothing }
        try index(destination)
        return .members(
          Members(source, destination: destination, allowed: allowed, isOrder: false))
      case .order:
        guard own.isOrdered else { return .nothing }
        let lists: MemberLists
        if let order = layout.orders[place], let inverse = own.inverse,
          let column = referenceColumn(inverse, of: own.destination, in: destination)
        {
          lists = try MemberLists(
            table: layout.tables[destination], column: column, order: order, store)
        } else if let source = layout.members[place] {
          lists = try MemberLists(source, layout, store)
        } else {
          return .nothing
        }
        guard lists.isOrdered else { return .nothing }
        try index(destination)
        return .members(Members(lists, destination: destination, allowed: allowed, isOrder: true))
      case .derived: return .nothing
      }
    }
  }

  /// The members of a list: those of its own source, or the rows that refer back, where the document's
  /// relationship has no inverse although the store's has one.
  private func members(
    _ relationship: ManagedRelationship, _ place: PropertyPlace
  ) throws(DocumentError) -> MemberLists? {
    if let source = layout.members[place] { return try MemberLists(source, layout, store) }
    guard let inverse = relationship.inverse,
      let destination = layout.hierarchy(of: relationship.destination),
      let column = referenceColumn(inverse, of: relationship.destination, in: destination)
    else { return nil }
    return try MemberLists(
      .column(table: destination, column: column, order: layout.orders[place]), layout, store)
  }

  private func referenceColumn(_ name: String, of entity: String, in table: Int) -> String? {
    guard let owner = model.relationship(name, of: entity)?.entity.name,
      let position = layout.tables[table].references[PropertyPlace(entity: owner, name: name)]
    else { return nil }
    return layout.tables[table].columns[position]
  }

  private func numbers(of entity: String, in table: Int) -> Set<Int64> {
    Set(
      layout.tables[table].entities.filter { _, name in
        model.lineage(of: name).contains { $0.name == entity }
      }.map(\.number))
  }

  private mutating func index(_ table: Int) throws(DocumentError) {
    guard indexes[table] == nil else { return }
    indexes[table] = try RowIndex(layout.tables[table], store)
  }

  private func reference(
    _ own: ManagedRelationship, _ place: PropertyPlace, _ wanted: TableRelationship,
    _ position: Int, _ destination: Int, _ allowed: Set<Int64>, _ table: EntityTable
  ) throws(DocumentError) -> Reference {
    var partners: [Int64: Int64]?
    let isOwnInverse = wanted.inverse == place.name && wanted.destination == place.entity
    if let inverse = wanted.inverse,
      let other = model.relationship(inverse, of: wanted.destination), !other.relationship.isToMany,
      let column = referenceColumn(inverse, of: wanted.destination, in: destination)
    {
      partners = try pairs(layout.tables[destination].name, column)
    }
    return Reference(
      position: position, columnName: table.columns[position], destination: destination,
      allowed: allowed, partners: partners, isOwnInverse: isOwnInverse)
  }

  /// Returns the rows that refer to another one, by the row they refer to; of several the first.
  private func pairs(_ table: String, _ column: String) throws(DocumentError) -> [Int64: Int64] {
    let quoted = try store.quoted(column)
    let statement = try store.prepare(
      "SELECT \(quoted), Z_PK FROM \(try store.quoted(table)) WHERE \(quoted) IS NOT NULL",
      for: "read the references in \(table)")
    var pairs: [Int64: Int64] = [:]
    var count = 0
    while try store.step(statement) {
      count += 1
      try store.checkRows(count)
      let (to, from) = (statement.int64(at: 0), statement.int64(at: 1))
      pairs[to] = min(pairs[to] ?? .max, from)
    }
    return pairs
  }

  // MARK: Relationships

  /// Returns the key of the object that a row refers to.
  private mutating func referenced(
    by row: Int64, _ reference: Reference, _ statement: SQLiteStatement, _ table: EntityTable
  ) throws(DocumentError) -> ObjectKey? {
    var target: Int64?
    switch statement.storageClass(at: reference.position + 2) {
    case .integer: target = statement.int64(at: reference.position + 2)
    case .null: break
    default:
      note(.danglingReference, reference, table, row, "the reference is no number")
    }
    if let partners = reference.partners {
      if target == nil, let partner = partners[row] {
        // Both ends of a relationship to one object are stored; one may be missing.
        target = partner
        note(.contradiction, reference, table, row, "only the other end has the reference")
      }
      if let found = target, reference.isOwnInverse, partners[row] != found {
        note(.contradiction, reference, table, row, "the other object does not refer back")
        target = nil
      }
    }
    guard let target else { return nil }
    guard let entity = indexes[reference.destination]?.entity(of: target) else {
      note(.danglingReference, reference, table, row, "the row that it refers to is not there")
      return nil
    }
    guard reference.allowed.contains(entity) else {
      note(
        .danglingReference, reference, table, row, "the row that it refers to is of another entity")
      return nil
    }
    if reference.partners != nil, !reference.isOwnInverse,
      !reference.used.insert(target).inserted
    {
      note(.contradiction, reference, table, row, "another row refers to the same object already")
      return nil
    }
    return keys.key(ofRow: target, hierarchy: layout.tables[reference.destination].root)
  }

  private mutating func note(
    _ kind: StoreReport.Finding.Kind, _ reference: Reference, _ table: EntityTable, _ row: Int64,
    _ words: String
  ) {
    report.note(kind, table: table.name, column: reference.columnName, row: row, words)
  }

  private mutating func list(
    of row: Int64, _ members: Members, _ hierarchy: Int, _ table: EntityTable
  ) throws(DocumentError) -> [ObjectKey]? {
    var ownerless: [Int64] = []
    let rows = members.lists.members(of: row) { ownerless.append($0) }
    if !members.isOrder { for owner in ownerless { noteOwnerless(members, owner) } }
    var list: [ObjectKey] = []
    list.reserveCapacity(rows.count)
    let root = layout.tables[members.destination].root
    for member in rows {
      guard let entity = indexes[members.destination]?.entity(of: member),
        members.allowed.contains(entity), let key = keys.key(ofRow: member, hierarchy: root)
      else {
        if !members.isOrder {
          report.note(
            .danglingReference, table: members.lists.table, row: row,
            "a member of the row is not there, or of another entity; the rows are those of the owner"
          )
        }
        continue
      }
      list.append(key)
    }
    guard members.isOrder else { return list }
    return zip(list, list.dropFirst()).allSatisfy { $0 < $1 } ? nil : list
  }

  // MARK: Attributes

  /// Appends a value that lies in the column as the document has it; returns false for any other.
  private mutating func appendPlainly(
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
      try self.count(count)
    default: return false
    }
    return true
  }

  private mutating func value(
    of columns: AttributeColumns, _ attribute: ManagedAttribute, _ wanted: TableAttribute,
    _ typed: TypedValue?, _ statement: SQLiteStatement, _ table: EntityTable, _ row: Int64,
    _ kept: inout [String: Tree]
  ) throws(DocumentError) -> Value {
    guard case .column(let position, _) = columns else {
      return try composite(columns, wanted, typed, statement, table, row, &kept)
    }
    let stored = statement.value(at: position + 2)
    if case .null = stored { return .null }
    try count(stored)
    var decoded = try decoding.decode(stored, attribute, as: wanted.type)
    if case .value(let value) = decoded {
      if case .data(let bytes) = value, attribute.isExternal { try count(bytes.count) }
      decoded = settle(value, wanted, typed)
    }
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
      try count(stored)
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
