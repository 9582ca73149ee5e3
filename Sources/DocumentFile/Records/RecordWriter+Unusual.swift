import DocumentTables

extension RecordWriter {
  /// Appends a property that is not written directly from its column: an order, a list, or a boxed,
  /// external or unusually encoded value.
  func appendUnusual(
    _ property: RecordTemplate.Property, _ segment: Segment, _ row: Int,
    to text: inout TextBuffer
  ) {
    let plan = source.plan.entities[Int(segment.entities[row])].properties[property.index]
    var bytes: [UInt8] = []
    if property.isOrder {
      guard let keys = source.order(plan, segment, row: row) else { return }
      append(.references(keys), plan, to: &bytes)
    } else {
      append(property, plan, segment, row, to: &bytes)
    }
    text.append(bytes)
  }

  private func append(
    _ property: RecordTemplate.Property, _ plan: PropertyPlan, _ segment: Segment, _ row: Int,
    to bytes: inout [UInt8]
  ) {
    switch segment.columns[property.column] {
    case .text(let column) where plan.canBeExternal, .data(let column) where plan.canBeExternal:
      // An external value remains in its column.
      let value = column.bytes[column.range(of: row)]
      if !column.nulls[row], let digest = source.externalDigest(plan, value) {
        return append(external: digest, size: value.count, plan, to: &bytes)
      }
    default: break
    }
    append(segment.value(at: row, column: property.column), plan, to: &bytes)
  }

  func append(_ value: Value, _ plan: PropertyPlan, to bytes: inout [UInt8]) {
    if plan.canBeExternal {
      switch value {
      case .text(let text): if appendExternal(Array(text.utf8), plan, to: &bytes) { return }
      case .data(let data): if appendExternal(data, plan, to: &bytes) { return }
      default: break
      }
    }
    switch encoding {
    case .json: JSONRecordWriter.append(value, plan, to: &bytes)
    case .xml: XMLRecordWriter.append(value, plan, to: &bytes)
    }
  }

  private func appendExternal(
    _ value: [UInt8], _ plan: PropertyPlan, to bytes: inout [UInt8]
  ) -> Bool {
    guard let digest = source.externalDigest(plan, value[...]) else { return false }
    append(external: digest, size: value.count, plan, to: &bytes)
    return true
  }

  private func append(
    external digest: Digest, size: Int, _ plan: PropertyPlan, to bytes: inout [UInt8]
  ) {
    switch encoding {
    case .json: JSONRecordWriter.append(external: digest, size: size, plan, to: &bytes)
    case .xml: XMLRecordWriter.append(external: digest, size: size, plan, to: &bytes)
    }
  }

  func appendForeign(of segment: Segment, _ row: Int, to text: inout TextBuffer) {
    guard let foreign = segment.foreign[row] else { return }
    var bytes: [UInt8] = []
    switch encoding {
    case .json: JSONRecordWriter.append(foreign: foreign, to: &bytes)
    case .xml: XMLRecordWriter.append(foreign: foreign, to: &bytes)
    }
    text.append(bytes)
  }
}
