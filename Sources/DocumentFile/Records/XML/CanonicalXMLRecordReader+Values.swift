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

  /// Reads a value that needs the property's whole plan.
  mutating func readByPlan(
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
    case .reference:
      let key = try integer(&xml)
      try RecordKeys.checkReference(key)
      column.appendReference(key)
    case .list, .order: try readKeys(&xml, column)
    case .array(let type, let nullable):
      try nested.copyItems(of: type, nullable: nullable, &xml)
      try appendNested(.array(type), plan, to: column)
    case .tree:
      try nested.copyOnlyTree(&xml)
      try appendNested(.tree, plan, to: column)
    case .derived: throw NonCanonicalXMLError()
    }
  }

  /// Appends the tree or array that was copied last.
  private func appendNested(
    _ form: NestedForm, _ plan: PropertyPlan, to column: ColumnBuilder
  ) throws {
    try nested.text.withUnsafeBufferPointer { text in
      if plan.cases != nil { try plan.requireCase(form.value(of: text)) }
      column.appendNested(text, bytes: nested.nestedBytes)
    }
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
    case .reference, .tree, .derived: throw NonCanonicalXMLError()
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
