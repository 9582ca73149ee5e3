import DocumentTables
import Markup

extension CanonicalXMLRecordReader {
  /// Reads the content of an element without marks as the next row of its column.
  ///
  /// Throws if the value needs the property's whole plan.
  @inline(__always)
  func readUsual(
    _ reading: FastPropertyPlan.Reading, _ lowest: Int64, _ highest: Int64,
    _ xml: inout CanonicalXML, _ column: ColumnBuilder
  ) throws {
    switch reading {
    case .text: try append(try xml.scanText(), to: column)
    case .bool:
      guard let value = xml.scanBool() else { throw NonCanonicalXMLError() }
      column.appendBool(value)
    case .double: column.appendDouble(try FloatingPointText.parseWithWords(try xml.scanPlain()))
    case .date:
      if let text = xml.scanExactly(20, last: UInt8(ascii: "Z")) {
        return column.appendDouble(try DateText.parse(text))
      }
      column.appendDouble(try DateText.parse(try xml.scanPlain()))
    case .uuid:
      guard let text = xml.scanExactly(36) else { throw NonCanonicalXMLError() }
      column.appendUUID(try UUIDText.parse(text))
    case .integer:
      let value = try integer(&xml)
      if value < lowest || value > highest { throw NonCanonicalXMLError() }
      column.appendInteger(value)
    case .reference:
      let key = try integer(&xml)
      try RecordKeys.checkReference(key)
      column.appendReference(key)
    case .byPlan: throw NonCanonicalXMLError()
    }
  }

  @inline(__always)
  private func integer(_ xml: inout CanonicalXML) throws -> Int64 {
    try xml.scanInteger() ?? IntegerText.parse(try xml.scanPlain(), as: Int64.self)
  }

  /// Appends a text of an attribute whose values are not all external; throws if the text must be.
  @inline(__always)
  private func append(_ text: CanonicalXMLText, to column: ColumnBuilder) throws {
    if text.hasReferences { return try appendDecoded(text, to: column) }
    if externals != nil, text.bytes.count > ExternalValue.largestInlineSize {
      throw NonCanonicalXMLError()
    }
    column.appendHeapValue(text.bytes, isASCII: text.isASCII)
  }

  private func appendDecoded(_ text: CanonicalXMLText, to column: ColumnBuilder) throws {
    let start = column.heap.count
    text.appendDecoded(to: &column.heap)
    if externals != nil, column.heap.count - start > ExternalValue.largestInlineSize {
      throw NonCanonicalXMLError()
    }
    column.finishHeapValue(isASCII: text.isASCII)
  }

  /// Reads a value that is not usual; `index` is that of its property.
  mutating func readOther(
    _ reading: CanonicalXMLProperty.Reading, _ plan: EntityPlan, _ index: Int,
    _ xml: inout CanonicalXML, _ column: ColumnBuilder
  ) throws {
    switch reading {
    case .scalar(.day):
      guard let text = xml.scanExactly(DayText.length) else { throw NonCanonicalXMLError() }
      column.appendInteger(try DayText.parse(text))
    case .scalar(let type) where type.isSpelled:
      let text = try xml.scanText()
      if text.hasReferences { return try appendDecoded(text, type, to: column) }
      try type.checkSpelling(text.bytes)
      column.appendHeapValue(text.bytes, isASCII: text.isASCII)
    case .scalar(let type): try ScalarText.append(try xml.scanPlain(), type, to: column)
    case .tree:
      try nested.copyOnlyTree(&xml)
      appendNested(to: column)
    case .array(let type, let nullable):
      try nested.copyItems(of: type, nullable: nullable, &xml)
      appendNested(to: column)
    case .structure:
      let plan = plan.properties[index]
      guard case .structure(let structure) = plan.kind else { throw NonCanonicalXMLError() }
      try nested.copyStructure(structure, plan.members, &xml)
      appendNested(to: column)
    case .list: try readKeys(&xml, column)
    case .usual, .byPlan: try readByPlan(plan.properties[index], &xml, column)
    }
  }

  private func appendDecoded(
    _ text: CanonicalXMLText, _ type: ScalarType, to column: ColumnBuilder
  ) throws {
    try text.decoded.withUnsafeBufferPointer { try ScalarText.append($0, type, to: column) }
  }

  /// Reads a value that needs the property's whole plan.
  private mutating func readByPlan(
    _ plan: PropertyPlan, _ xml: inout CanonicalXML, _ column: ColumnBuilder
  ) throws {
    switch plan.kind {
    case .scalar(let type):
      let text = try xml.scanText()
      if !text.hasReferences {
        return try plan.append(text.bytes, type, hasExternals: externals != nil, to: column)
      }
      try text.decoded.withUnsafeBufferPointer {
        try plan.append($0, type, hasExternals: externals != nil, to: column)
      }
    case .array(let type, let nullable):
      try nested.copyItems(of: type, nullable: nullable, &xml)
      try requireCase(plan, .array(type))
      appendNested(to: column)
    case .tree:
      try nested.copyOnlyTree(&xml)
      try requireCase(plan, .tree)
      appendNested(to: column)
    case .structure, .reference, .list, .order, .derived: throw NonCanonicalXMLError()
    }
  }

  /// Requires that the tree or array that was copied last is one of the cases.
  private func requireCase(_ plan: PropertyPlan, _ form: NestedForm) throws {
    if plan.cases != nil {
      try plan.requireCase(nested.text.withUnsafeBufferPointer(form.value))
    }
  }

  /// Appends the tree or array that was copied last.
  private func appendNested(to column: ColumnBuilder) {
    nested.text.withUnsafeBufferPointer { column.appendNested($0, bytes: nested.nestedBytes) }
  }

  private mutating func readKeys(_ xml: inout CanonicalXML, _ column: ColumnBuilder) throws {
    scratchKeys.removeAll(keepingCapacity: true)
    while xml.skip("<d:key>") {
      let key = try integer(&xml)
      try RecordKeys.checkReference(key)
      scratchKeys.append(key)
      try xml.require("</d:key>")
    }
    column.appendReferences(scratchKeys)
  }

  // MARK: - Marks

  /// Reads the value of an element that is empty or has marks; the reader is behind the name in the
  /// start tag.
  mutating func readMarked(
    _ plan: PropertyPlan, _ xml: inout CanonicalXML, _ column: ColumnBuilder
  ) throws {
    if xml.skip("/>") { return try readEmpty(plan, column) }
    try xml.require(plan.isXMLName ? " d:" : " ")
    if xml.skip("nil=\"true\"/>") {
      guard plan.isNullable, plan.kind != .order else { throw NonCanonicalXMLError() }
      column.appendNull()
    } else if xml.skip("escaped=\"true\">") {
      guard plan.kind == .scalar(.text) else { throw NonCanonicalXMLError() }
      try xml.scanText().decoded.withUnsafeBufferPointer {
        try plan.append(escaped: $0, hasExternals: externals != nil, to: column)
      }
      try xml.require(plan.xmlClosing)
    } else {
      try readExternal(plan, &xml, column)
    }
  }

  private mutating func readEmpty(_ plan: PropertyPlan, _ column: ColumnBuilder) throws {
    switch plan.kind {
    case .scalar(let type):
      try plan.append(
        .init(start: nil, count: 0), type, hasExternals: externals != nil, to: column)
    case .list, .order: column.appendReferences([])
    case .array: try plan.append(nested: .array([]), to: column)
    case .reference, .tree, .structure, .derived: throw NonCanonicalXMLError()
    }
  }

  private func readExternal(
    _ plan: PropertyPlan, _ xml: inout CanonicalXML, _ column: ColumnBuilder
  ) throws {
    guard plan.canBeExternal, let externals else { throw NonCanonicalXMLError() }
    try xml.require("external=\"")
    let digest = Digest(text: String(decoding: try xml.scanAttribute().bytes, as: UTF8.self))
    try xml.require(plan.isXMLName ? " d:size=\"" : " size=\"")
    guard let size = xml.scanInteger() else { throw NonCanonicalXMLError() }
    try xml.require("\"/>")
    try column.appendExternal(digest: digest, size: Int(exactly: size), plan, externals)
  }
}
