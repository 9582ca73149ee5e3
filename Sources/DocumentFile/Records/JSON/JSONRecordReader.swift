import DocumentTables
import Markup

/// Reads record objects directly into the columns of a segment (spec 5).
///
/// Each key is first compared, in place, with the key that usually follows. Values are parsed in
/// place, and texts are copied once, to the heap of their column. Only ``read(_:into:)`` adds the
/// place to an error, so reading valid records does no work for errors.
package struct JSONRecordReader {
  let plan: RecordPlan
  /// The allowed range of keys.
  let keys: Range<ObjectKey>
  /// The source of external values; nil in the flat form, which has none.
  let externals: ExternalValueSource?
  /// The key of the record read last; 0 before the first.
  private(set) var lastKey: ObjectKey = 0

  private var entity: EntityPlan?
  private var seen = PropertySet()
  /// The offset for errors without an offset of their own.
  private var place = 0
  /// The index of the property that is being read, for errors.
  private var property = -1
  private var isKeyKnown = false
  private var plain: CanonicalJSONRecordReader

  var scratchKeys: [ObjectKey] = []

  /// - Parameter last: The key of the record before, if reading begins in the middle of a table.
  package init(
    _ plan: RecordPlan, keys: Range<ObjectKey>, externals: ExternalValueSource? = nil,
    after last: ObjectKey = 0
  ) {
    self.plan = plan
    self.keys = keys
    self.externals = externals
    lastKey = last
    plain = CanonicalJSONRecordReader(plan, keys: keys)
  }

  /// Reads a run of plain records, or one other record, at the reader's position as the next rows.
  ///
  /// After an error, the builder has columns of unequal length and must be discarded.
  ///
  /// - Returns: The number of records read: at least one, at most `rows`, which is positive.
  package mutating func readRun(
    _ json: inout JSONReader, atMost rows: Int, into builder: SegmentBuilder
  ) throws(RecordError) -> Int {
    let count = plain.read(&json, after: &lastKey, atMost: rows, into: builder)
    if count > 0 { return count }
    try read(&json, into: builder)
    return 1
  }

  /// Reads the record at the reader's position as the next row.
  ///
  /// After an error, the builder has columns of unequal length and must be discarded.
  package mutating func read(
    _ json: inout JSONReader, into builder: SegmentBuilder
  ) throws(RecordError) {
    do {
      try readRecord(&json, builder)
    } catch {
      throw located(error, json)
    }
  }

  @inline(never)
  private func located(_ error: any Error, _ json: JSONReader) -> RecordError {
    var located = RecordError(error, in: json, at: place, inTree: false)
    if isKeyKnown {
      located.entity = entity?.name
      located.key = lastKey
      if let entity, entity.properties.indices.contains(property) {
        located.describe(entity.properties[property])
      }
    }
    return located
  }

  private mutating func readRecord(_ json: inout JSONReader, _ builder: SegmentBuilder) throws {
    property = -1
    isKeyKnown = false
    json.skipWhitespace()
    place = json.offset
    try json.beginObject()
    let entity = try readOpening(&json)
    isKeyKnown = true
    builder.beginRow(key: lastKey, discriminator: entity.discriminator)
    seen.removeAll()
    let shapes = entity.shapes
    var expected = entity.firstProperty
    while true {
      var index = expected
      if index >= shapes.count || !json.matchMember(shapes[index].member) {
        guard try json.nextMember() else { break }
        guard let found = try readKey(of: entity, &json, builder) else { continue }
        index = found
      }
      property = index
      place = json.offset
      guard seen.insert(index) else { throw RecordProblem(.duplicateProperty) }
      let shape = shapes[index]
      if shape.column < 0 { throw RecordProblem(.derivedProperty) }
      try readValue(&json, entity.properties[index], builder.columns[shape.column])
      expected = shape.successor
    }
    property = -1
    try finishRow(entity, builder)
  }

  /// Returns the property of an unexpected key; for `$foreign`, reads the foreign data and returns
  /// nil.
  private mutating func readKey(
    of entity: EntityPlan, _ json: inout JSONReader, _ builder: SegmentBuilder
  ) throws -> Int? {
    property = -1
    place = json.offset
    let key = try json.readKey()
    if let index = entity.property(named: key) { return index }
    // An index after those of the properties denotes the foreign data.
    guard key == "$foreign" else {
      throw RecordProblem(.unknownProperty, key.quotedIfBlank)
    }
    guard seen.insert(entity.properties.count) else {
      throw RecordProblem(.duplicateProperty, key)
    }
    try readForeign(&json, builder)
    return nil
  }

  /// Reads the entity and the key, which come first and in this order.
  private mutating func readOpening(_ json: inout JSONReader) throws -> EntityPlan {
    // Records of one entity usually follow one another.
    if let entity, json.matchFirstMembers(entity.jsonFirstMembers) {
      try readKey(&json)
      return entity
    }
    for entity in plan.entities where json.matchFirstMembers(entity.jsonFirstMembers) {
      if entity.isAbstract { throw abstract(entity) }
      self.entity = entity
      try readKey(&json)
      return entity
    }
    let entity = try readEntity(&json)
    guard try json.nextMember(), try json.readKey() == "$id" else {
      throw RecordProblem(.syntax, "$id follows $entity")
    }
    try readKey(&json)
    return entity
  }

  private mutating func readEntity(_ json: inout JSONReader) throws -> EntityPlan {
    guard try json.nextMember(), try json.readKey() == "$entity" else {
      throw RecordProblem(.syntax, "a record begins with $entity")
    }
    json.skipWhitespace()
    place = json.offset
    let name = try json.readString()
    guard let index = plan.entity(named: name) else {
      throw RecordProblem(
        .unknownEntity, "\(name.quotedIfBlank) is no entity of the hierarchy \(plan.hierarchy.name)"
      )
    }
    let found = plan.entities[index]
    if found.isAbstract { throw abstract(found) }
    entity = found
    return found
  }

  private func abstract(_ entity: EntityPlan) -> RecordProblem {
    RecordProblem(.abstractEntity, "\(entity.name) is abstract")
  }

  private mutating func readKey(_ json: inout JSONReader) throws {
    json.skipWhitespace()
    place = json.offset
    let key = try json.readInt64()
    try RecordKeys.check(key, after: lastKey, in: keys)
    lastKey = key
  }

  private mutating func readForeign(_ json: inout JSONReader, _ builder: SegmentBuilder) throws {
    json.skipWhitespace()
    place = json.offset
    let tree: Tree
    do {
      tree = try JSONTreeReader.readTree(&json)
    } catch {
      throw RecordError(error, in: json, at: json.offset, inTree: true)
    }
    try RecordKeys.checkForeign(tree)
    builder.setForeign(tree)
  }

  /// Fills the columns of properties that the record omits.
  private mutating func finishRow(_ entity: EntityPlan, _ builder: SegmentBuilder) throws {
    for (index, plan) in entity.properties.enumerated() where !seen.contains(index) {
      guard plan.appendAbsent(to: builder) else {
        property = index
        throw RecordProblem(.missingProperty)
      }
    }
    for column in entity.otherColumns { builder.columns[column].appendNull() }
  }
}
