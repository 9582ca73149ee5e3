import DocumentTables

/// Writes the records of one hierarchy in either encoding.
///
/// The tables supply the orders of to-many relationships, whose members are other rows; the segment
/// supplies everything else.
package struct RecordWriter {
  let source: RecordSource
  let template: RecordTemplate
  let encoding: DocumentEncoding

  /// - Parameter externals: The sink for large values; nil in the flat form, which contains them.
  package init(
    tables: Tables, hierarchy: Int, encoding: DocumentEncoding,
    externals: ExternalValueSink? = nil
  ) {
    let plan = RecordPlan(tables.schema.hierarchies[hierarchy])
    self.init(
      RecordSource(
        tables: tables, hierarchy: hierarchy, plan: plan,
        orders: RecordSource.orders(in: tables, hierarchy: hierarchy), externals: externals),
      RecordTemplate(plan, encoding: encoding), encoding)
  }

  /// Creates a writer with a shared template.
  init(_ source: RecordSource, _ template: RecordTemplate, _ encoding: DocumentEncoding) {
    self.source = source
    self.template = template
    self.encoding = encoding
  }

  /// Appends the record of a row, without the separator or line end after it.
  package func append(_ segment: Segment, row: Int, to bytes: inout [UInt8]) {
    var text = TextBuffer(capacity: 1 << 10)
    append(segment, rows: row..<row + 1, to: &text) { _, _ in }
    let record = text.finish()
    let separatorSize = RecordBlock.separator(encoding).count
    record.withBytes(separatorSize..<max(record.count, separatorSize)) {
      bytes.append(contentsOf: $0)
    }
  }

  /// Appends the records of rows, each after a separator.
  ///
  /// - Parameter finished: Called after each record with its row and the end of its text.
  func append(
    _ segment: Segment, rows: Range<Int>, to text: inout TextBuffer,
    _ finished: (_ row: Int, _ end: Int) -> Void
  ) {
    let rows = rows.clamped(to: 0..<segment.count)
    let constants = constantTexts(of: segment)
    // Lifetime: all buffers are used inside the closures only. Bound: the rows are the segment's.
    ColumnView.lend(segment.columns) { columns in
      template.texts.withUnsafeBufferPointer { texts in
        template.entities.withUnsafeBufferPointer { entities in
          template.properties.withUnsafeBufferPointer { properties in
            let pieces = TemplateTexts(texts)
            for row in rows {
              let entity = entities[Int(segment.entities[row])]
              pieces.open(entity, key: segment.keys[row], in: &text)
              for index in entity.properties {
                let property = properties[index]
                let view = columns[property.column]
                if append(property, view, row, pieces, to: &text) { continue }
                if view.layout == .constant, !constants[index].isEmpty {
                  text.append(constants[index])
                } else {
                  appendUnusual(property, segment, row, to: &text)
                }
              }
              if !segment.foreign.isEmpty { appendForeign(of: segment, row, to: &text) }
              pieces.close(entity, in: &text)
              finished(row, text.count)
            }
          }
        }
      }
    }
  }

  /// Returns the texts of columns that have one value for all rows, by index of the template's
  /// properties; empty for all other properties.
  private func constantTexts(of segment: Segment) -> [[UInt8]] {
    var texts = [[UInt8]](repeating: [], count: template.properties.count)
    for (entity, plan) in zip(template.entities, source.plan.entities) {
      for index in entity.properties {
        let property = template.properties[index]
        guard case .constant(let value, _) = segment.columns[property.column],
          !value.isNull, !property.isOrder, !isExternal(value, property)
        else { continue }
        append(value, plan.properties[property.index], to: &texts[index])
      }
    }
    return texts
  }

  private func isExternal(_ value: Value, _ property: RecordTemplate.Property) -> Bool {
    switch value {
    case .text(let text): isExternal(size: text.utf8.count, property)
    case .data(let data): isExternal(size: data.count, property)
    default: false
    }
  }

  /// Returns whether a value of `size` raw bytes is stored in a part of its own.
  @inline(__always)
  func isExternal(size: Int, _ property: RecordTemplate.Property) -> Bool {
    size > property.largestInlineSize && source.externals != nil
  }
}

extension RecordWriter {
  /// Appends a property that is not written directly from its column: an order, a list, or a nested, external or
  /// unusually encoded value.
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
      // An external value is a slice of its column, without a copy.
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

/// The data that a writer of records needs besides the row.
struct RecordSource {
  let tables: Tables
  let hierarchy: Int
  let plan: RecordPlan
  /// The relationships whose orders the columns store, by column.
  let orders: [RelationshipEnd?]
  let externals: ExternalValueSink?

  /// Returns the explicit order of a to-many relationship that is stored at its other end; nil if
  /// the row has none.
  func order(_ property: PropertyPlan, _ segment: Segment, row: Int) -> [ObjectKey]? {
    // Most rows have no order, so nothing is looked up for them.
    if segment.columns[property.column].isNull(at: row) { return nil }
    return orders[property.column].flatMap { end in
      tables.storedOrder(
        of: end, key: segment.keys[row], segment: segment, row: row, column: property.column)
    }
  }

  static func orders(in tables: Tables, hierarchy: Int) -> [RelationshipEnd?] {
    tables.schema.hierarchies[hierarchy].columns.map { column in
      guard case .relationship(_, .order) = column.content else { return nil }
      return tables.schema.relationshipEnd(named: column.name, of: column.entity)
    }
  }

  /// Returns the digest of a value after storing it apart; nil if the value is inline.
  func externalDigest(_ property: PropertyPlan, _ value: ArraySlice<UInt8>) -> Digest? {
    guard let externals,
      ExternalValue.isExternal(size: value.count, ofExternalAttribute: property.isExternal)
    else { return nil }
    return externals.store(value)
  }
}
