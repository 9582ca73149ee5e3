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
  /// The members of the record, beside its properties, that have been read.
  private var seenFrame: FrameMembers = []
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

  /// Forgets the key of the record read last: the next record may have any key.
  ///
  /// After a record in the wrong place, the records behind it need not follow it.
  mutating func acceptAnyKey() { lastKey = 0 }

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
    let entity = try readFrame(&json)
    self.entity = entity
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

  /// Returns the property of an unexpected key; reads a member that is no property and returns nil.
  private mutating func readKey(
    of entity: EntityPlan, _ json: inout JSONReader, _ builder: SegmentBuilder
  ) throws -> Int? {
    property = -1
    place = json.offset
    let key = try json.readKey()
    if let index = entity.property(named: key) { return index }
    guard let member = FrameMembers(name: key) else {
      throw RecordProblem(.unknownProperty, key.quotedIfBlank)
    }
    guard seenFrame.insert(member).inserted else { throw RecordProblem(.duplicateProperty, key) }
    switch member {
    case .foreign: try readForeign(&json, builder)
    // The key, and the entity if there is a choice, were found before.
    case .key: _ = try json.readInt64()
    default:
      if try readEntity(&json) !== entity {
        throw RecordProblem(.syntax, "$entity is not that of the record", at: place)
      }
    }
    return nil
  }

  /// Returns the entity of the record, and reads or finds its key.
  ///
  /// Writers put both first. Elsewhere they are searched before the properties are read.
  private mutating func readFrame(_ json: inout JSONReader) throws -> EntityPlan {
    seenFrame = []
    if json.matchFirstMembers(EntityPlan.jsonKeyMember) {
      try readKey(&json)
      seenFrame = .key
      if let named = matchEntity(&json) {
        seenFrame.insert(.entity)
        if named.isAbstract { throw abstract(named) }
        return named
      }
    }
    let found = try findFrame(json)
    if found.isAbstract { throw abstract(found) }
    return found
  }

  private func matchEntity(_ json: inout JSONReader) -> EntityPlan? {
    if plan.entities.count == 1 { return nil }
    // Records of one entity usually follow one another.
    if let entity, json.matchMember(entity.jsonEntityMember) { return entity }
    return plan.entities.first { json.matchMember($0.jsonEntityMember) }
  }

  /// Searches the rest of a record, which is read afterwards, for its key and its entity.
  private mutating func findFrame(_ json: JSONReader) throws -> EntityPlan {
    var json = json
    let start = place
    var needsKey = !seenFrame.contains(.key)
    var named = plan.entities.count == 1 ? plan.entities[plan.root] : nil
    do {
      while needsKey || named == nil, try json.nextMember() {
        switch try json.readKey() {
        case "$id" where needsKey:
          try readKey(&json)
          needsKey = false
        case "$entity" where named == nil: named = try readEntity(&json)
        default: try json.skimValue()
        }
      }
    } catch let error as MarkupError {
      // With the key, the members are read up to the error, or to an earlier one.
      if needsKey { throw error }
    }
    if needsKey { throw RecordProblem(.syntax, "a record has an $id", at: start) }
    return named ?? plan.entities[plan.root]
  }

  private mutating func readEntity(_ json: inout JSONReader) throws -> EntityPlan {
    json.skipWhitespace()
    place = json.offset
    let name = try json.readString()
    guard let index = plan.entity(named: name) else {
      throw RecordProblem(
        .unknownEntity, "\(name.quotedIfBlank) is no entity of the hierarchy \(plan.hierarchy.name)"
      )
    }
    return plan.entities[index]
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

/// The members of a record that are no properties.
private struct FrameMembers: OptionSet {
  let rawValue: UInt8

  static let key = FrameMembers(rawValue: 1)
  static let entity = FrameMembers(rawValue: 2)
  static let foreign = FrameMembers(rawValue: 4)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init?(name: String) {
    switch name {
    case "$id": self = .key
    case "$entity": self = .entity
    case "$foreign": self = .foreign
    default: return nil
    }
  }
}
