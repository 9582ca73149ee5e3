import DocumentTables
import Markup

/// Reads record objects straight into the columns of a segment (spec 5, "Records").
///
/// The key that usually comes next is compared first, in place; values are parsed where they stand;
/// texts are copied once, onto the heap of their column. Inside, errors are thrown as they come and
/// get their place at the one border, ``read(_:into:)``, so that the way of good records carries
/// nothing for them.
package struct JSONRecordReader {
  let plan: RecordPlan
  /// Where keys must lie.
  let keys: Range<ObjectKey>
  /// Nil in the flat form, where no value is external.
  let externals: ExternalValueSource?
  /// The key of the record read last; 0 before the first.
  private(set) var lastKey: ObjectKey = 0

  private var entity: EntityPlan?
  private var seen = PropertySet()
  /// Where errors without a place of their own are said to be.
  private var place = 0
  /// What is being read, for errors.
  private var property = -1
  private var isKeyKnown = false

  var scratchKeys: [ObjectKey] = []

  private static let entityKey = JSONKeyPattern("$entity")
  private static let identifierKey = JSONKeyPattern("$id")
  private static let foreignName = "$foreign"

  package init(_ plan: RecordPlan, keys: Range<ObjectKey>, externals: ExternalValueSource? = nil) {
    self.plan = plan
    self.keys = keys
    self.externals = externals
    entity = plan.entities.first
  }

  /// Reads the record at the reader's place as the next row. After an error the builder holds
  /// columns of unequal length and must be dropped.
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
  private func located(_ error: any Error, _ json: borrowing JSONReader) -> RecordError {
    var located = RecordError(error, in: json, at: place, inTree: false)
    if isKeyKnown {
      located.entity = entity?.name
      located.key = lastKey
      if let entity, entity.properties.indices.contains(property) {
        located.property = entity.properties[property].name
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
    let entity = try readEntity(&json)
    try readKey(&json)
    isKeyKnown = true
    builder.beginRow(key: lastKey, discriminator: entity.discriminator)
    seen.removeAll()
    var hasForeign = false
    var expected = entity.firstProperty
    while try json.nextMember() {
      place = json.offset
      var index = expected
      if index >= entity.properties.count || !json.matchKey(entity.properties[index].key) {
        let key = try json.readKey()
        guard let found = entity.property(named: key) else {
          guard key == Self.foreignName, !hasForeign else {
            throw unknown(key, isKnown: key == Self.foreignName)
          }
          hasForeign = true
          try readForeign(&json, builder)
          continue
        }
        index = found
      }
      property = index
      let plan = entity.properties[index]
      guard seen.insert(index) else { throw RecordProblem(.duplicateProperty) }
      if plan.column < 0 { throw RecordProblem(.derivedProperty) }
      try readValue(&json, plan, builder.columns[plan.column])
      expected = plan.successor
      property = -1
    }
    try finishRow(entity, builder)
  }

  private func unknown(_ key: String, isKnown: Bool) -> RecordProblem {
    isKnown
      ? RecordProblem(.duplicateProperty, key)
      : RecordProblem(.unknownProperty, "\(key) is no property of \(entity?.name ?? "")")
  }

  private mutating func readEntity(_ json: inout JSONReader) throws -> EntityPlan {
    guard try json.nextMember(), json.matchKey(Self.entityKey) else {
      throw RecordProblem(.syntax, "a record begins with $entity")
    }
    json.skipWhitespace()
    place = json.offset
    let name = try json.scanString()
    if let entity, !name.hasEscapes, TextForm.isEqual(name.bytes, entity.nameBytes) {
      return entity
    }
    let decoded = name.decoded
    guard let index = plan.entity(named: decoded) else {
      throw RecordProblem(
        .unknownEntity, "\(decoded) is no entity of the hierarchy \(plan.hierarchy.name)")
    }
    let found = plan.entities[index]
    if found.isAbstract { throw RecordProblem(.abstractEntity, "\(decoded) is abstract") }
    entity = found
    return found
  }

  private mutating func readKey(_ json: inout JSONReader) throws {
    guard try json.nextMember(), json.matchKey(Self.identifierKey) else {
      throw RecordProblem(.syntax, "$id follows $entity")
    }
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

  /// Fills the columns that the record has not named.
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
