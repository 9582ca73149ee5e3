import DocumentTables
import Markup

/// The attributes of a property's element that concern its value.
struct ElementMarks {
  var isNull = false
  var isEscaped = false
  var isExternal = false
  var digest: Digest?
  var size: Int?
  /// What is wrong with the text of the size, which matters only where a value may be external.
  var sizeProblem: TextFormProblem?
  /// The name attribute of a field element.
  var name: String?

  /// Whether the element has a mark that changes how its text is read.
  var areAny: Bool { isNull || isEscaped || isExternal }
}

extension XMLRecordReader {
  func readMarks(
    _ identifiers: XMLRecordNames.Marks, isField: Bool, _ marks: inout ElementMarks
  ) throws {
    var name: UnsafeBufferPointer<UInt8>?
    var isNameEscaped = false
    for index in 0..<xml.attributeCount {
      let attribute = xml.attribute(at: index)
      let isTrue = TextForm.isEqual(attribute.value, "true")
      switch attribute.nameID {
      case identifiers.null where isTrue: marks.isNull = true
      case identifiers.escaped where isTrue: marks.isEscaped = true
      case identifiers.external:
        marks.isExternal = true
        marks.digest = Digest(text: String(decoding: attribute.value, as: UTF8.self))
      case identifiers.size:
        marks.isExternal = true
        do throws(TextFormProblem) {
          marks.size = Int(exactly: try IntegerText.parse(attribute.value, as: Int64.self))
        } catch {
          marks.sizeProblem = error
        }
      case names.name where isField: name = attribute.value
      case names.escapedName where isField && isTrue: isNameEscaped = true
      default: throw unexpectedAttribute(attribute.nameID)
      }
    }
    if let name { marks.name = try decode(name: name, isEscaped: isNameEscaped) }
  }

  /// Reads a value without marks, of a kind that does not need the property's whole plan.
  @inline(__always)
  func readUsual(_ shape: FastPropertyPlan, _ column: ColumnBuilder) throws {
    let text = try xml.elementText()
    switch shape.reading {
    case .text:
      if externals != nil, text.count > ExternalValue.largestInlineSize {
        throw RecordProblem(
          .externalRequired, "a value of \(text.count) bytes belongs in a part of its own")
      }
      ScalarText.append(text: text, to: column)
    case .bool: column.appendBool(try BoolText.parse(text))
    case .double: column.appendDouble(try FloatingPointText.parseWithWords(text))
    case .date: column.appendDouble(try DateText.parse(text))
    case .uuid: column.appendUUID(try UUIDText.parse(text))
    case .integer:
      let value = try IntegerText.parse(text, as: Int64.self)
      if value < shape.lowest || value > shape.highest { throw TextFormProblem.outOfRange }
      column.appendInteger(value)
    case .reference:
      let key = try IntegerText.parse(text, as: Int64.self)
      try RecordKeys.checkReference(key)
      column.appendReference(key)
    case .byPlan: throw RecordProblem(.derivedProperty)
    }
  }

  /// Reads a property's value as the next row of its column.
  mutating func readValue(
    _ plan: PropertyPlan, _ marks: ElementMarks, _ column: ColumnBuilder
  ) throws {
    if marks.areAny {
      return try readMarked(plan, marks, column)
    }
    switch plan.kind {
    case .scalar(let type):
      try plan.append(
        try xml.elementText(), type, hasExternals: externals != nil, to: column)
    case .reference:
      let key = try IntegerText.parse(try xml.elementText(), as: Int64.self)
      try RecordKeys.checkReference(key)
      column.appendReference(key)
    case .list, .order: try readKeys(column)
    case .array, .tree, .structure: try plan.append(nested: try readNested(plan), to: column)
    case .derived: throw RecordProblem(.derivedProperty)
    }
  }

  /// Reads a value whose element has marks.
  private func readMarked(
    _ plan: PropertyPlan, _ marks: ElementMarks, _ column: ColumnBuilder
  ) throws {
    let text = try xml.elementText()
    switch (marks.isNull, marks.isExternal, marks.isEscaped) {
    case (true, false, false):
      guard text.isEmpty else { throw RecordProblem(.syntax, "nil has no content") }
      // A to-many relationship without an order omits it; nil would be a second written form.
      guard plan.isNullable, plan.kind != .order else { throw RecordProblem(.null) }
      column.appendNull()
    case (false, true, false):
      guard text.isEmpty else { throw RecordProblem(.syntax, "an external value has no content") }
      guard plan.canBeExternal else { throw RecordProblem(.valueType, "it cannot be external") }
      guard let externals else { throw RecordProblem(.externalNotAllowed) }
      if let problem = marks.sizeProblem { throw problem }
      try column.appendExternal(digest: marks.digest, size: marks.size, plan, externals)
    case (false, false, true):
      guard plan.kind == .scalar(.text) else {
        throw RecordProblem(.syntax, "only a text can be escaped")
      }
      try plan.append(escaped: text, hasExternals: externals != nil, to: column)
    default: throw RecordProblem(.syntax, "marks that exclude one another")
    }
  }

  private mutating func readKeys(_ column: ColumnBuilder) throws {
    scratchKeys.removeAll(keepingCapacity: true)
    while try xml.nextChild() {
      guard xml.nameID == names.key, xml.attributeCount == 0 else {
        throw RecordProblem(.syntax, "a key is expected, not \(nameOfElement)")
      }
      let key = try IntegerText.parse(try xml.elementText(), as: Int64.self)
      try RecordKeys.checkReference(key)
      scratchKeys.append(key)
    }
    column.appendReferences(scratchKeys)
  }

  private func readNested(_ plan: PropertyPlan) throws -> Value {
    if case .structure(let structure) = plan.kind {
      return try readStructure(structure, plan.members)
    }
    guard case .array(let type, let nullable) = plan.kind else {
      let tree: Tree
      do {
        tree = try trees.onlyTree()
      } catch {
        throw RecordError(error, in: xml, inTree: true)
      }
      if tree.isNull { throw RecordProblem(.valueNotCanonical, "nil is an attribute") }
      return .tree(tree)
    }
    var items: [Value] = []
    while try xml.nextChild() {
      guard xml.nameID == names.item else {
        throw RecordProblem(.syntax, "an item is expected, not \(nameOfElement)")
      }
      var marks = ElementMarks()
      if xml.attributeCount > 0 { try readMarks(names.ownMarks, isField: false, &marks) }
      items.append(try readItem(type, nullable: nullable, marks))
    }
    return .array(items)
  }

  private func readStructure(
    _ structure: TableStructure, _ plans: [PropertyPlan]
  ) throws -> Value {
    var values: [Value?] = Array(repeating: nil, count: plans.count)
    while try xml.nextChild() {
      var marks = ElementMarks()
      let index = try member(of: structure, plans, &marks)
      do {
        guard values[index] == nil else { throw RecordProblem(.duplicateProperty) }
        values[index] = try readMember(plans[index], marks)
      } catch {
        var error = RecordError(error, in: xml, inTree: false)
        error.describe(plans[index])
        throw error
      }
    }
    return try structure.recordValue(of: values)
  }

  /// Returns the member whose element has begun, and reads the marks of the element.
  private func member(
    of structure: TableStructure, _ plans: [PropertyPlan], _ marks: inout ElementMarks
  ) throws -> Int {
    let isField = xml.nameID == names.field
    let element = xml.name(xml.nameID)
    guard isField || element?.namespace == "" else {
      throw RecordProblem(.unknownProperty, nameOfElement)
    }
    if isField || xml.attributeCount > 0 {
      try readMarks(isField ? names.ownMarks : names.marks, isField: isField, &marks)
    }
    guard let name = isField ? marks.name : element?.local else {
      throw RecordProblem(.syntax, "a field has a name")
    }
    guard let index = structure.member(named: name) else {
      throw RecordProblem(.unknownProperty, name.quotedIfBlank)
    }
    if isField == plans[index].isXMLName {
      throw RecordProblem(.syntax, "\(name) has an element of its own name")
    }
    return index
  }

  /// Reads the value of a structure's member.
  private func readMember(_ plan: PropertyPlan, _ marks: ElementMarks) throws -> Value {
    if marks.isNull, !plan.isNullable { throw RecordProblem(.null) }
    let value: Value
    switch plan.kind {
    case .scalar(let type): value = try readItem(type, nullable: plan.isNullable, marks)
    case _ where !marks.areAny: value = try readNested(plan)
    // Of the marks, a list has only that of nil, as every scalar but a text.
    default: value = try readItem(.bool, nullable: plan.isNullable, marks)
    }
    if !value.isNull { try plan.requireCase(value) }
    return value
  }

  private func readItem(
    _ type: ScalarType, nullable: Bool, _ marks: ElementMarks
  ) throws -> Value {
    let text = try xml.elementText()
    switch (marks.isNull, marks.isExternal, marks.isEscaped) {
    case (false, false, false): return try Value(text: text, of: type)
    case (true, false, false):
      guard text.isEmpty else { throw RecordProblem(.syntax, "nil has no content") }
      guard nullable else { throw RecordProblem(.null, "an item is nil") }
      return .null
    case (false, false, true) where type == .text:
      return .text(String(decoding: try XMLEscapedText.decode(text), as: UTF8.self))
    default: throw RecordProblem(.syntax, "a mark that an item cannot have")
    }
  }
}
