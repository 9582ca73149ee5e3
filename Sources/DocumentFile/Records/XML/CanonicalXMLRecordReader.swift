import DocumentTables
import Markup

/// Reads record elements in the form of ``XMLRecordWriter`` directly into the columns of a segment.
///
/// The tag that usually follows is compared as a whole, together with the end tag before it. The
/// properties of a record are in their order, so no property can occur twice. After any error,
/// ``XMLRecordReader``, which accepts every form and composes errors, must read the part from its
/// beginning.
struct CanonicalXMLRecordReader {
  private let plan: RecordPlan
  /// The allowed range of keys.
  private let keys: Range<ObjectKey>
  /// The source of external values; nil in the flat form, which has none.
  let externals: ExternalValueSource?
  /// The key of the record read last; 0 before the first.
  private var lastKey: ObjectKey
  /// The entity of the record read last; records of one entity usually follow one another.
  private var entity = 0
  /// The builder of the record read last, and its columns.
  private var builder: SegmentBuilder?
  private var columns: [Unmanaged<ColumnBuilder>] = []

  var scratchKeys: [ObjectKey] = []
  var nested = CanonicalXMLTreeCopy()

  /// Creates a reader; nil if names are so long that the general reader must check the limits.
  ///
  /// - Parameter last: The key of the record before, if reading begins in the middle of a table.
  init?(
    _ plan: RecordPlan, keys: Range<ObjectKey>, externals: ExternalValueSource? = nil,
    after last: ObjectKey = 0
  ) {
    if plan.canonicalXML.isEmpty { return nil }
    lastKey = last
    self.plan = plan
    self.keys = keys
    self.externals = externals
  }

  /// Reads up to `limit` records as the next rows, and returns their number.
  mutating func read(
    _ xml: inout CanonicalXML, into builder: SegmentBuilder, upTo limit: Int = .max
  ) throws -> Int {
    if builder !== self.builder {
      self.builder = builder
      columns = builder.columns.map { Unmanaged.passUnretained($0) }
    }
    let opening = CanonicalXMLEntity.opening
    let openingBytes = CanonicalXMLEntity.openingBytes
    var plan = plan.entities[entity]
    var tags = self.plan.canonicalXML[entity]
    var count = 0
    while count < limit, xml.skip(opening) || xml.skip(openingBytes) {
      guard let key = xml.scanInteger() else { throw NonCanonicalXMLError() }
      try RecordKeys.check(key, after: lastKey, in: keys)
      let isStarted = xml.skip(tags.start)
      if !isStarted, !xml.skip(tags.tagEnd) {
        // Records of one entity usually follow one another; this one is of another.
        guard let other = self.plan.canonicalXML.firstIndex(where: { xml.skip($0.tagEnd) }) else {
          throw NonCanonicalXMLError()
        }
        entity = other
        plan = self.plan.entities[other]
        tags = self.plan.canonicalXML[other]
      }
      if plan.isAbstract { throw NonCanonicalXMLError() }
      lastKey = key
      builder.beginRow(key: key, discriminator: plan.discriminator)
      // Lifetime: the buffer is used only in the closure. It avoids copying whole properties.
      try tags.properties.withUnsafeBufferPointer { properties in
        try readProperties(properties, isStarted: isStarted, &xml, plan, builder)
      }
      for column in plan.otherColumns { withColumn(column) { $0.appendNull() } }
      if builder.nestedProblem != nil { throw NonCanonicalXMLError() }
      count += 1
    }
    return count
  }

  /// Calls `body` with a column builder without retaining it.
  @inline(__always)
  private func withColumn(_ index: Int, _ body: (ColumnBuilder) throws -> Void) rethrows {
    // Lifetime: `builder` is retained while its columns are used.
    try columns[index]._withUnsafeGuaranteedRef(body)
  }

  /// - Parameter isStarted: Whether the opening of the first property has been skipped.
  @inline(__always)
  private mutating func readProperties(
    _ properties: UnsafeBufferPointer<CanonicalXMLProperty>, isStarted: Bool,
    _ xml: inout CanonicalXML, _ plan: EntityPlan, _ builder: SegmentBuilder
  ) throws {
    var next = 0
    var index = plan.firstProperty
    if !isStarted { index = try findProperty(from: next, &xml, plan, properties, builder) }
    // Bound: `index` is below the number of properties, and `column` is a column of the hierarchy.
    while index < properties.count {
      if index > next { try fill(next..<index, plan, builder) }
      next = index &+ 1
      let column = properties[index].column
      // A writer never writes a derived relationship.
      if column < 0 { throw NonCanonicalXMLError() }
      if xml.skip(UInt8(ascii: ">")) {
        if case .usual(let reading) = properties[index].reading {
          try withColumn(column) { column in
            try readUsual(
              reading, properties[index].lowest, properties[index].highest, &xml, column)
          }
        } else {
          try readOther(properties[index].reading, plan, index, &xml, builder.columns[column])
        }
        if xml.skip(properties[index].closingAndNext) {
          index = properties[index].successor
          continue
        }
        if !xml.skip(properties[index].closing) {
          try xml.require(plan.properties[index].xmlClosing)
        }
      } else if xml.skip(properties[index].nullAndNext) {
        withColumn(column) { $0.appendNull() }
        index = properties[index].successor
        continue
      } else {
        try readMarked(plan.properties[index], &xml, builder.columns[column])
      }
      index = try findProperty(from: next, &xml, plan, properties, builder)
    }
    if next < properties.count { try fill(next..<properties.count, plan, builder) }
  }

  /// Skips the opening of the next property and returns its index.
  ///
  /// At the end of the record, reads foreign data, if any, and returns the number of properties.
  private mutating func findProperty(
    from next: Int, _ xml: inout CanonicalXML, _ plan: EntityPlan,
    _ properties: UnsafeBufferPointer<CanonicalXMLProperty>, _ builder: SegmentBuilder
  ) throws -> Int {
    for index in next..<properties.count {
      let before = xml
      if !xml.skip(properties[index].opening), !xml.skip(plan.properties[index].xmlOpening) {
        continue
      }
      switch xml.next {
      case UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: " "): return index
      // The element's name only begins with the property's name.
      default: xml = before
      }
    }
    if xml.skip("<d:foreign>") {
      let tree = try nested.readMembers(&xml, closing: "</d:foreign>")
      try RecordKeys.checkForeign(tree)
      builder.setForeign(tree)
    }
    try xml.require(CanonicalXMLEntity.end)
    return properties.count
  }

  /// Fills the columns of properties that the record omits.
  private func fill(
    _ indexes: Range<Int>, _ plan: EntityPlan, _ builder: SegmentBuilder
  ) throws {
    for index in indexes {
      guard plan.properties[index].appendAbsent(to: builder) else { throw NonCanonicalXMLError() }
    }
  }
}
