import DocumentTables
import Markup

extension JSONRecordReader {
  /// Reads one property's value as the next row of its column.
  mutating func readValue(
    _ json: inout JSONReader, _ plan: PropertyPlan, _ column: ColumnBuilder
  ) throws {
    if try json.readNullIfPresent() { return try appendNull(plan, column) }
    if plan.cases != nil { return try readCase(&json, plan, column) }
    switch plan.kind {
    case .scalar(let type): try readScalar(&json, type, plan, column)
    case .reference:
      let key = try json.readInt64()
      try RecordKeys.checkReference(key)
      column.appendReference(key)
    case .list, .order: try readKeys(&json, column)
    case .array, .tree, .structure: column.appendNested(try readNested(&json, plan))
    case .derived: throw RecordProblem(.derivedProperty)
    }
  }

  private func appendNull(_ plan: PropertyPlan, _ column: ColumnBuilder) throws {
    // A to-many relationship without an order omits it; null would be a second written form.
    guard plan.isNullable, plan.kind != .order else { throw RecordProblem(.null) }
    column.appendNull()
  }

  private func appendText(
    _ text: JSONString, _ plan: PropertyPlan, _ column: ColumnBuilder
  ) throws {
    let start = column.heap.count
    text.appendDecoded(to: &column.heap)
    try requireInline(plan, size: column.heap.count &- start)
    column.finishHeapValue(isASCII: text.isASCII)
  }

  private mutating func readScalar(
    _ json: inout JSONReader, _ type: ScalarType, _ plan: PropertyPlan, _ column: ColumnBuilder
  ) throws {
    switch type {
    case .text:
      if json.peek() == .objectStart { return try readExternal(&json, plan, column) }
      try appendText(try json.scanString(), plan, column)
    case .bool: column.appendBool(try json.readBool())
    case .double:
      if json.peek() == .string {
        column.appendDouble(try readWord(&json))
      } else {
        column.appendDouble(try json.readDouble())
      }
    case .float:
      if json.peek() == .string {
        column.appendDouble(try readWord(&json))
      } else {
        column.appendDouble(Double(try json.readFloat()))
      }
    case .date:
      column.appendDouble(try withText(&json) { bytes in try DateText.parse(bytes) })
    case .uuid:
      column.appendUUID(try withText(&json) { bytes in try UUIDText.parse(bytes) })
    case .uint64: column.appendUnsigned(try readUnsigned(&json))
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
      column.appendInteger(try readInteger(&json, plan.range))
    case .data:
      if json.peek() == .objectStart { return try readExternal(&json, plan, column) }
      let bytes = try withText(&json) { bytes in try DataText.parse(bytes) }
      try requireInline(plan, size: bytes.count)
      column.heap.append(contentsOf: bytes)
      column.finishHeapValue(isASCII: false)
    case .day:
      column.appendInteger(try withText(&json) { bytes in try DayText.parse(bytes) })
    default:
      try withText(&json) { bytes in try ScalarText.append(bytes, type, to: column) }
    }
  }

  /// Reads a string and passes its bytes to a closure.
  @inline(__always)
  private func withText<Result>(
    _ json: inout JSONReader, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result {
    let text = try json.scanString()
    if !text.hasEscapes { return try body(text.bytes) }
    var decoded: [UInt8] = []
    text.appendDecoded(to: &decoded)
    return try decoded.withUnsafeBufferPointer(body)
  }

  private func readWord(_ json: inout JSONReader) throws -> Double {
    try withText(&json) { bytes in
      guard let value = FloatingPointText.parseJSONString(bytes) else {
        throw TextFormProblem.malformed
      }
      return value
    }
  }

  /// Reads an integer: a number, or a string of digits if some reader of JSON would round the
  /// number.
  @inline(__always)
  private func readInteger(_ json: inout JSONReader, _ range: ClosedRange<Int64>) throws -> Int64 {
    let value: Int64
    if json.peek() == .string {
      value = try withText(&json) { bytes in try IntegerText.parse(bytes, as: Int64.self) }
      if IntegerText.isJSONNumber(value) { throw TextFormProblem.notCanonical }
    } else {
      value = try json.readInt64()
      if !IntegerText.isJSONNumber(value) { throw TextFormProblem.notCanonical }
    }
    guard range.contains(value) else { throw TextFormProblem.outOfRange }
    return value
  }

  private func readUnsigned(_ json: inout JSONReader) throws -> UInt64 {
    if json.peek() == .string {
      let value = try withText(&json) { bytes in try IntegerText.parse(bytes, as: UInt64.self) }
      if IntegerText.isJSONNumber(value) { throw TextFormProblem.notCanonical }
      return value
    }
    let value = try json.readUInt64()
    if !IntegerText.isJSONNumber(value) { throw TextFormProblem.notCanonical }
    return value
  }

  private mutating func readKeys(_ json: inout JSONReader, _ column: ColumnBuilder) throws {
    scratchKeys.removeAll(keepingCapacity: true)
    try json.beginArray()
    while try json.nextElement() {
      let key = try json.readInt64()
      try RecordKeys.checkReference(key)
      scratchKeys.append(key)
    }
    column.appendReferences(scratchKeys)
  }

  private func readNested(_ json: inout JSONReader, _ plan: PropertyPlan) throws -> Value {
    if case .structure(let structure) = plan.kind {
      return try readStructure(&json, structure, plan.members)
    }
    guard case .array(let type, let nullable) = plan.kind else {
      do {
        return .tree(try JSONTreeReader.readTree(&json))
      } catch {
        throw RecordError(error, in: json, at: json.offset, inTree: true)
      }
    }
    var items: [Value] = []
    try json.beginArray()
    while try json.nextElement() {
      if try json.readNullIfPresent() {
        guard nullable else { throw RecordProblem(.null, "an item is null", at: json.offset) }
        items.append(.null)
      } else {
        items.append(try readItem(&json, type))
      }
    }
    return .array(items)
  }

  private func readStructure(
    _ json: inout JSONReader, _ structure: TableStructure, _ plans: [PropertyPlan]
  ) throws -> Value {
    var values: [Value?] = Array(repeating: nil, count: plans.count)
    try json.beginObject()
    while try json.nextMember() {
      let place = json.offset
      let name = try json.readKey()
      guard let index = structure.member(named: name) else {
        throw RecordProblem(.unknownProperty, name.quotedIfBlank, at: place)
      }
      json.skipWhitespace()
      let begin = json.offset
      do {
        guard values[index] == nil else { throw RecordProblem(.duplicateProperty, at: place) }
        values[index] = try readMember(&json, plans[index])
      } catch {
        var error = RecordError(error, in: json, at: begin, inTree: false)
        error.describe(plans[index])
        throw error
      }
    }
    return try structure.recordValue(of: values)
  }

  /// Reads the value of a structure's member.
  private func readMember(_ json: inout JSONReader, _ plan: PropertyPlan) throws -> Value {
    if try json.readNullIfPresent() {
      guard plan.isNullable else { throw RecordProblem(.null) }
      return .null
    }
    let value: Value
    if case .scalar(let type) = plan.kind {
      value = try readItem(&json, type)
    } else {
      value = try readNested(&json, plan)
    }
    try plan.requireCase(value)
    return value
  }

  /// Reads a scalar as a value.
  private func readItem(_ json: inout JSONReader, _ type: ScalarType) throws -> Value {
    switch type {
    case .bool: return .bool(try json.readBool())
    case .uint64: return .unsigned(try readUnsigned(&json))
    case .double:
      return .double(json.peek() == .string ? try readWord(&json) : try json.readDouble())
    case .float:
      return .double(json.peek() == .string ? try readWord(&json) : Double(try json.readFloat()))
    default:
      if let range = type.integerRange { return .integer(try readInteger(&json, range)) }
      return try withText(&json) { bytes in try Value(text: bytes, of: type) }
    }
  }

  /// Reads a value of a closed enumeration.
  private func readCase(
    _ json: inout JSONReader, _ plan: PropertyPlan, _ column: ColumnBuilder
  ) throws {
    guard case .scalar(let type) = plan.kind else {
      let value = try readNested(&json, plan)
      try plan.requireCase(value)
      return column.appendNested(value)
    }
    if type == .text, plan.textCases != nil {
      let text = try json.scanString()
      let start = column.heap.count
      text.appendDecoded(to: &column.heap)
      try plan.requireCase(column.heap[start...])
      column.finishHeapValue(isASCII: text.isASCII)
    } else {
      let value = try readItem(&json, type)
      try plan.requireCase(value)
      column.append(value)
    }
  }

  // MARK: - External values

  @inline(__always)
  private func requireInline(_ plan: PropertyPlan, size: Int) throws {
    if externals != nil, ExternalValue.isExternal(size: size, ofExternalAttribute: plan.isExternal)
    {
      throw RecordProblem(
        .externalRequired, "a value of \(size) bytes belongs in a part of its own")
    }
  }

  /// Reads `{"$external":"<digest>","$size":n}`, whose members may stand in any order.
  private func readExternal(
    _ json: inout JSONReader, _ plan: PropertyPlan, _ column: ColumnBuilder
  ) throws {
    guard let externals else { throw RecordProblem(.externalNotAllowed) }
    try json.beginObject()
    var digest: String?
    var size: Int64?
    while try json.nextMember() {
      let key = try json.readKey()
      switch key {
      case "$external" where digest == nil: digest = try json.readString()
      case "$size" where size == nil: size = try json.readInt64()
      default:
        throw RecordProblem(
          .externalSyntax, "\(key.quotedIfBlank) is not wanted here", at: json.offset)
      }
    }
    try column.appendExternal(
      digest: digest.flatMap { Digest(text: $0) }, size: size.flatMap { Int(exactly: $0) }, plan,
      externals)
  }
}
