import DocumentTables
import Markup

/// Reads record elements directly into the columns of a segment (spec 5).
///
/// The XML reader numbers names, so one table access finds a property. Only ``read(into:)`` adds
/// the place to an error.
package struct XMLRecordReader {
  let xml: XMLReader
  let plan: RecordPlan
  /// The allowed range of keys.
  let keys: Range<ObjectKey>
  /// The source of external values; nil in the flat form, which has none.
  let externals: ExternalValueSource?
  let names: XMLRecordNames
  let trees: XMLTreeReader
  /// The key of the record read last; 0 before the first.
  private(set) var lastKey: ObjectKey = 0

  private var entity: Int
  private var seen = PropertySet()
  /// The index of the property that is being read, for errors.
  private var property = -1
  private var isKeyKnown = false

  var scratchKeys: [ObjectKey] = []

  /// - Parameter last: The key of the record before, if reading begins in the middle of a table.
  package init(
    _ plan: RecordPlan, _ xml: XMLReader, keys: Range<ObjectKey>,
    externals: ExternalValueSource? = nil, after last: ObjectKey = 0
  ) {
    self.xml = xml
    self.plan = plan
    self.keys = keys
    self.externals = externals
    names = XMLRecordNames(xml, plan)
    trees = XMLTreeReader(xml)
    entity = 0
    lastKey = last
  }

  /// Forgets the key of the record read last: the next record may have any key.
  ///
  /// After a record in the wrong place, the records behind it need not follow it.
  mutating func acceptAnyKey() { lastKey = 0 }

  /// Reads the record whose start tag is current, to its end, as the next row.
  ///
  /// After an error, the builder has columns of unequal length and must be discarded.
  package mutating func read(into builder: SegmentBuilder) throws(RecordError) {
    do {
      try readRecord(builder)
    } catch {
      throw located(error)
    }
  }

  @inline(never)
  private func located(_ error: any Error) -> RecordError {
    var located = RecordError(error, in: xml, inTree: false)
    if isKeyKnown {
      let entity = plan.entities[self.entity]
      located.entity = entity.name
      located.key = lastKey
      if entity.properties.indices.contains(property) {
        located.describe(entity.properties[property])
      }
    }
    return located
  }

  private mutating func readRecord(_ builder: SegmentBuilder) throws {
    property = -1
    isKeyKnown = false
    guard xml.nameID == names.record else {
      throw RecordProblem(.syntax, "a record is expected, not \(nameOfElement)")
    }
    try readAttributes()
    isKeyKnown = true
    let entity = plan.entities[self.entity]
    builder.beginRow(key: lastKey, discriminator: entity.discriminator)
    seen.removeAll()
    var hasForeign = false
    let table = names.properties[self.entity]
    let shapes = entity.shapes
    while try xml.nextChild() {
      let identifier = xml.nameID
      var index = identifier < table.count ? Int(table[identifier]) : -1
      // Nearly all elements have a property's own name and no marks.
      if index >= 0, xml.attributeCount == 0, shapes[index].reading != .byPlan {
        property = index
        guard seen.insert(index) else { throw RecordProblem(.duplicateProperty) }
        let shape = shapes[index]
        if shape.column < 0 { throw RecordProblem(.derivedProperty) }
        try readUsual(shape, builder.columns[shape.column])
        property = -1
        continue
      }
      var marks = ElementMarks()
      if index >= 0 {
        if xml.attributeCount > 0 { try readMarks(names.marks, isField: false, &marks) }
      } else if identifier == names.field {
        try readMarks(names.ownMarks, isField: true, &marks)
        index = try field(marks, of: entity)
      } else {
        guard identifier == names.foreign, !hasForeign else {
          throw unknown(isKnown: identifier == names.foreign)
        }
        hasForeign = true
        try readForeign(builder)
        continue
      }
      property = index
      guard seen.insert(index) else { throw RecordProblem(.duplicateProperty) }
      let shape = shapes[index]
      if shape.column < 0 { throw RecordProblem(.derivedProperty) }
      if shape.reading == .byPlan || marks.areAny {
        try readValue(entity.properties[index], marks, builder.columns[shape.column])
      } else {
        try readUsual(shape, builder.columns[shape.column])
      }
      property = -1
    }
    try finishRow(entity, builder)
  }

  var nameOfElement: String { xml.name(xml.nameID)?.description ?? "" }

  private func unknown(isKnown: Bool) -> RecordProblem {
    isKnown
      ? RecordProblem(.duplicateProperty, nameOfElement)
      : RecordProblem(.unknownProperty, nameOfElement)
  }

  /// Reads the key and the entity, which is the root if no attribute names it.
  private mutating func readAttributes() throws {
    var key: ObjectKey?
    var name: UnsafeBufferPointer<UInt8>?
    var isNameEscaped = false
    for index in 0..<xml.attributeCount {
      let attribute = xml.attribute(at: index)
      switch attribute.nameID {
      case names.entity: name = attribute.value
      case names.identifier: key = try IntegerText.parse(attribute.value, as: Int64.self)
      case names.escapedEntity where TextForm.isEqual(attribute.value, "true"):
        isNameEscaped = true
      default: throw unexpectedAttribute(attribute.nameID)
      }
    }
    guard let key else { throw RecordProblem(.syntax, "a record has an id") }
    if let name {
      if isNameEscaped || !TextForm.isEqual(name, plan.entities[entity].nameBytes) {
        try find(try decode(name: name, isEscaped: isNameEscaped))
      }
    } else {
      if isNameEscaped { throw unexpectedAttribute(names.escapedEntity) }
      entity = plan.root
    }
    if plan.entities[entity].isAbstract {
      throw RecordProblem(.abstractEntity, "\(plan.entities[entity].name) is abstract")
    }
    try RecordKeys.check(key, after: lastKey, in: keys)
    lastKey = key
  }

  private mutating func find(_ name: String) throws {
    guard let index = plan.entity(named: name) else {
      throw RecordProblem(
        .unknownEntity, "\(name.quotedIfBlank) is no entity of the hierarchy \(plan.hierarchy.name)"
      )
    }
    entity = index
  }

  func decode(name: UnsafeBufferPointer<UInt8>, isEscaped: Bool) throws -> String {
    guard isEscaped else { return String(decoding: name, as: UTF8.self) }
    return String(decoding: try XMLEscapedText.decode(name), as: UTF8.self)
  }

  func unexpectedAttribute(_ identifier: Int) -> RecordProblem {
    let name = xml.name(identifier)?.description ?? ""
    return RecordProblem(.syntax, "the attribute \(name) is not allowed here")
  }

  /// Returns the property that a field element names; throws if it has an element of its own name.
  private func field(_ marks: ElementMarks, of entity: EntityPlan) throws -> Int {
    guard let name = marks.name else { throw RecordProblem(.syntax, "a field has a name") }
    guard let index = entity.property(named: name) else {
      throw RecordProblem(.unknownProperty, name.quotedIfBlank)
    }
    if entity.properties[index].isXMLName {
      throw RecordProblem(.syntax, "\(name) has an element of its own name")
    }
    return index
  }

  private func readForeign(_ builder: SegmentBuilder) throws {
    if xml.attributeCount > 0 { throw unexpectedAttribute(xml.attribute(at: 0).nameID) }
    let tree: Tree
    do {
      tree = try trees.contents(.object(name: ""))
    } catch {
      throw RecordError(error, in: xml, inTree: true)
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
