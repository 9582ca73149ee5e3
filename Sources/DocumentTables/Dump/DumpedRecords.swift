/// A property to leave out of a dump.
package struct DumpedProperty: Hashable, Sendable {
  let entity: String
  let property: String

  package init(_ entity: String, _ property: String) {
    self.entity = entity
    self.property = property
  }
}

/// How a dump shows the objects of one hierarchy.
struct DumpedRecords {
  private enum Content {
    case attribute(AttributeType, NestedSpelling?)
    case relationship(RelationshipEnd)
  }

  private enum Kind: UInt8, BitwiseCopyable {
    case attribute
    /// A reference that the object's own row has.
    case reference
    case otherRelationship
  }

  private struct Property {
    /// What precedes the value, in ``texts``.
    var label: Range<Int>
    var kind: Kind
    /// The type of a scalar; of any other attribute not used.
    var scalar: ScalarType
    var column: Int
    /// The place in ``contents``.
    var content: Int
  }

  private struct Entity {
    /// What precedes the key, in ``texts``.
    var heading: Range<Int>
    var properties: Range<Int>
  }

  private let includesForeign: Bool
  /// By discriminator.
  private var entities: [Entity] = []
  private var properties: [Property] = []
  private var contents: [Content] = []
  private var texts: [UInt8] = []

  init(
    _ schema: TableSchema, hierarchy: Int, includesForeign: Bool, _ omitting: Set<DumpedProperty>
  ) {
    self.includesForeign = includesForeign
    let layout = schema.hierarchies[hierarchy]
    for entity in layout.entities {
      let heading = text(Array("\n".utf8) + DumpText.name(entity.name) + Array(" ".utf8))
      let first = properties.count
      for property in entity.properties
      where !omitting.contains(DumpedProperty(entity.name, property.name)) {
        if let column = property.column, let attribute = layout.columns[column].attribute {
          add(
            property.name, .attribute, attribute.type, column,
            .attribute(attribute.type, NestedSpelling(attribute.type)))
        } else if let end = schema.relationshipEnd(named: property.name, of: entity.name) {
          let isOwn = end.storage == .reference && !end.relationship.isToMany
          add(
            property.name, isOwn && end.column != nil ? .reference : .otherRelationship, nil,
            end.column ?? 0, .relationship(end))
        }
        // A relationship of a schema always resolves, because the schema is checked when it is
        // created.
      }
      entities.append(Entity(heading: heading, properties: first..<properties.count))
    }
  }

  private mutating func text(_ bytes: [UInt8]) -> Range<Int> {
    let start = texts.count
    texts += bytes
    return start..<texts.count
  }

  private mutating func add(
    _ name: String, _ kind: Kind, _ type: AttributeType?, _ column: Int, _ content: Content
  ) {
    let scalar = if case .scalar(let scalar) = type { scalar } else { ScalarType.int64 }
    properties.append(
      Property(
        label: text(DumpText.label(name)), kind: kind, scalar: scalar, column: column,
        content: contents.count))
    contents.append(content)
  }

  /// Appends the objects of rows, until the text has more bytes than `limit`; returns the next row.
  func append(
    _ segment: Segment, _ rows: Range<Int>, _ references: DumpedReferences,
    to text: inout DumpText, limit: Int
  ) -> Int {
    let constants = constantTexts(of: segment)
    let spellings = spellings(for: segment)
    var row = rows.lowerBound
    // Lifetime: all buffers are used inside the closures only. Bound: the rows are the segment's.
    ColumnView.lend(segment.columns) { columns in
      texts.withUnsafeBufferPointer { texts in
        properties.withUnsafeBufferPointer { properties in
          while row < rows.upperBound, text.count <= limit {
            let entity = entities[Int(segment.entities[row])]
            text.append(UnsafeBufferPointer(rebasing: texts[entity.heading]))
            text.append(segment.keys[row])
            text.append("\n")
            for index in entity.properties {
              let property = properties[index]
              text.append(UnsafeBufferPointer(rebasing: texts[property.label]))
              if property.kind == .otherRelationship {
                append(property, segment, row, references, to: &text)
              } else {
                let view = columns[property.column]
                if view.layout == .nested, !view.isNull(at: row), let spelling = spellings[index] {
                  text.append(view.bytes(at: row), spelling)
                } else if view.layout == .constant, !constants[index].isEmpty {
                  text.append(constants[index])
                } else if !text.appendScalar(view, row, property.scalar) {
                  append(property, segment, row, references, to: &text)
                }
              }
              text.append("\n")
            }
            appendForeign(of: segment, row, to: &text)
            row += 1
          }
        }
      }
    }
    return row
  }

  /// Returns the spellings of the texts of nested columns; nil for all other properties.
  private func spellings(for segment: Segment) -> [NestedSpelling?] {
    properties.map { property in
      guard case .attribute(_, let spelling?) = contents[property.content],
        case .nested(let column) = segment.columns[property.column], column.form == spelling.form
      else { return nil }
      return spelling
    }
  }

  /// Returns the texts of attributes that have one value for all rows; empty for all other properties.
  private func constantTexts(of segment: Segment) -> [[UInt8]] {
    properties.map { property in
      guard case .attribute(let type, _) = contents[property.content],
        case .constant(let value, _) = segment.columns[property.column], !value.isNull
      else { return [] }
      var text = DumpText()
      text.appendValue(value, type)
      return text.bytes
    }
  }

  /// Appends a value that is not in the memory of its column as text or scalar.
  private func append(
    _ property: Property, _ segment: Segment, _ row: Int, _ references: DumpedReferences,
    to text: inout DumpText
  ) {
    switch contents[property.content] {
    case .attribute(let type, _):
      text.appendValue(segment.columns[property.column].value(at: row), type)
    case .relationship(let end):
      let keys = end.relatedKeys(in: segment, row: row) { column in
        references.sources(of: segment.keys[row], row, through: end, column)
      }
      guard let keys else { return text.append("nil") }
      // If tables violate a one-to-one relationship, all keys are shown.
      if end.relationship.isToMany || keys.count > 1 { return text.appendKeys(keys) }
      if let key = keys.first { text.append(key) } else { text.append("nil") }
    }
  }

  private func appendForeign(of segment: Segment, _ row: Int, to text: inout DumpText) {
    guard includesForeign, !segment.foreign.isEmpty, let tree = segment.foreign[row] else { return }
    text.appendLine("$foreign") { $0.appendTree(tree) }
  }
}
