import DocumentFile
import DocumentTables

/// The types of property values (spec 5.2, 5.3), each created once and named after its content.
struct XMLSchemaValues {
  /// The kind of element that contains a value, which decides how its marks are written (spec 3.2).
  enum Place: String {
    case property = "value"
    case field, item
  }

  private var named: [String: XMLSchemaElement] = [:]

  /// The types in the order of their names.
  var types: [XMLSchemaElement] {
    named.sorted { utf8Precedes($0.key, $1.key) }.map(\.value)
  }

  /// The possible content of one element.
  private struct Content: Hashable {
    /// The names of simple types.
    var texts: Set<String> = []
    var arrays: Set<String> = []
    var structures: Set<String> = []
    var hasKeys = false
    var hasTree = false

    /// The number of mutually exclusive alternatives.
    var kinds: Int {
      (texts.isEmpty ? 0 : 1) + arrays.count + structures.count + (hasKeys ? 1 : 0)
        + (hasTree ? 1 : 0)
    }
  }

  private struct Marks {
    var isNullable = false
    var isEscapable = false
    var isExternal = false
    var areAny: Bool { isNullable || isEscapable || isExternal }
  }

  /// Returns the name of the type for all values of some properties that share an element.
  mutating func type(
    of plans: [PropertyPlan], as place: Place, isInPart: Bool, name: String, owner: String = ""
  ) -> String {
    var content = Content()
    var marks = Marks()
    for plan in plans {
      if plan.isNullable && plan.kind != .order { marks.isNullable = true }
      if isInPart && plan.canBeExternal { marks.isExternal = true }
      switch plan.kind {
      case .scalar(let scalar):
        if scalar == .text { marks.isEscapable = true }
        content.texts.insert(simpleType(scalar, of: plans, name: name))
      case .array(let element, let nullable):
        content.arrays.insert(array(element, nullableElements: nullable))
      case .tree: content.hasTree = true
      case .structure(let structure):
        content.structures.insert(type(of: structure, plan.members))
      case .reference: content.texts.insert("key")
      case .list, .order: content.hasKeys = true
      case .derived: break
      }
    }
    return type(
      content, marks, place, names: place == .field ? plans.map(\.name) : [], owner: owner)
  }

  /// Returns the simple type of a scalar, or of the cases if all properties of the element have
  /// cases.
  private mutating func simpleType(
    _ scalar: ScalarType, of plans: [PropertyPlan], name: String
  ) -> String {
    guard !name.isEmpty, plans.allSatisfy({ $0.kind == .scalar(scalar) && $0.cases != nil }) else {
      return scalar.rawValue
    }
    var texts: Set<String> = []
    for value in plans.flatMap({ $0.cases ?? [] }) {
      guard let text = scalar.text(of: value) else { continue }
      texts.insert(scalar == .text ? XMLSchemaElement.spelling(ofName: text) : text)
    }
    let type = "cases.\(name)"
    named[type] = .enumeration(
      type, base: "d:\(scalar.rawValue)", texts.sorted(by: utf8Precedes))
    return type
  }

  /// Returns the content of an element whose children are the properties of some entities.
  ///
  /// - Parameters:
  ///   - properties: The properties by name.
  ///   - owners: The number of entities.
  ///   - prefix: What tells the names of their types from those of other properties.
  ///   - last: An element that may follow the properties.
  mutating func content(
    of properties: [(name: String, plans: [PropertyPlan])], owners: Int, isInPart: Bool,
    prefix: String = "", last: XMLSchemaElement? = nil
  ) -> XMLSchemaElement {
    var elements: [XMLSchemaElement] = []
    var fields: [PropertyPlan] = []
    for (name, plans) in properties {
      guard let first = plans.first, first.isXMLName else {
        fields += plans
        continue
      }
      let type = type(of: plans, as: .property, isInPart: isInPart, name: prefix + name)
      let element = XMLSchemaElement(
        "element", ["name": name, "form": "unqualified", "type": type])
      // Required if all entities have the property and none may omit it.
      let isRequired = plans.count == owners && !plans.contains(where: \.mayBeAbsent)
      elements.append(isRequired ? element : element.with("minOccurs", "0"))
    }
    if let last { elements.append(last) }
    if fields.isEmpty { return XMLSchemaElement("all", [:], elements) }
    // `all` cannot contain several elements with the same name.
    let field = XMLSchemaElement.element(
      "field", type(of: fields, as: .field, isInPart: isInPart, name: "", owner: prefix))
    elements.insert(field, at: last == nil ? elements.count : elements.count - 1)
    return XMLSchemaElement(
      "choice", ["minOccurs": "0", "maxOccurs": "unbounded"],
      elements.map { element in
        var copy = element
        copy.attributes.removeAll { $0.name == "minOccurs" }
        return copy
      })
  }

  /// Returns the name, without its prefix, of the type of a structure's values (spec 6.11).
  private mutating func type(of structure: TableStructure, _ members: [PropertyPlan]) -> String {
    let name = "structure." + PartName.escaped(structure.name).replacing("%", with: ".")
    if named[name] == nil {
      let properties = members.map { (name: $0.name, plans: [$0]) }
      named[name] = complexType(
        name,
        [content(of: properties, owners: 1, isInPart: false, prefix: name + ".")])
    }
    return name
  }

  /// Returns the name, without its prefix, of a type for a list of items.
  private mutating func array(_ element: ScalarType, nullableElements: Bool) -> String {
    var marks = Marks()
    marks.isNullable = nullableElements
    marks.isEscapable = element == .text
    let item = type(Content(texts: [element.rawValue]), marks, .item, names: [])
    let name = "array.\(element.rawValue)" + (nullableElements ? "-or-nil" : "")
    named[name] = complexType(
      name,
      [
        XMLSchemaElement(
          "sequence", [:],
          [.element("item", item, ["minOccurs": "0", "maxOccurs": "unbounded"])])
      ])
    return name
  }

  /// Creates the type if it is new, and returns its name with the prefix.
  private mutating func type(
    _ content: Content, _ marks: Marks, _ place: Place, names: [String], owner: String = ""
  ) -> String {
    let isSimple = content.kinds == 1 && !content.texts.isEmpty
    let simple = content.texts.sorted(by: utf8Precedes)
    if isSimple, !marks.areAny, place != .field {
      return "d:" + unionType(simple)
    }
    var words =
      simple + content.arrays.sorted(by: utf8Precedes)
      + content.structures.sorted(by: utf8Precedes)
    if content.hasKeys { words.append("keys") }
    if content.hasTree { words.append("tree") }
    // A field states its name, so its type is of its owner.
    var name = "\(place.rawValue).\(owner)\(words.joined(separator: "-and-"))"
    if marks.isExternal { name += "-or-external" }
    if marks.isNullable { name += "-or-nil" }
    guard named[name] == nil else { return "d:" + name }
    let attributes = attributes(marks, place, names: names, owner: owner)
    if isSimple {
      // nil and external values have no content, which the types of text and data allow anyway.
      let needsEmpty =
        (marks.isNullable || marks.isExternal)
        && !simple.contains("text") && !simple.contains("data")
      named[name] = .simpleContent(
        name, base: "d:" + unionType(needsEmpty ? simple + ["empty"] : simple), attributes)
    } else {
      named[name] = complexType(
        name, elements(content, marks), attributes, isMixed: content.kinds > 1)
    }
    return "d:" + name
  }

  /// Returns the content of an element that contains elements.
  ///
  /// If the content may also be text, XML Schema can hardly constrain it.
  private func elements(_ content: Content, _ marks: Marks) -> [XMLSchemaElement] {
    let key = XMLSchemaElement.element(
      "key", "d:key", ["minOccurs": "0", "maxOccurs": "unbounded"])
    if content.kinds == 1 {
      if content.hasKeys { return [XMLSchemaElement("sequence", [:], [key])] }
      if content.hasTree {
        let tree = XMLSchemaElement("group", ["ref": "d:values"])
        return [
          XMLSchemaElement("sequence", [:], [marks.isNullable ? tree.with("minOccurs", "0") : tree])
        ]
      }
      if let name = content.arrays.first, let array = named[name] { return array.children }
      if let name = content.structures.first, let structure = named[name] {
        // nil has no members.
        return structure.children.map { content in
          let isOptional = content.attributes.contains { $0.name == "minOccurs" }
          return marks.isNullable && !isOptional ? content.with("minOccurs", "0") : content
        }
      }
    }
    return [
      XMLSchemaElement(
        "sequence", [:],
        [
          XMLSchemaElement(
            "any",
            [
              // Members of structures are in no namespace.
              "namespace": content.structures.isEmpty
                ? "##targetNamespace" : "##targetNamespace ##local",
              "processContents": "skip", "minOccurs": "0",
              "maxOccurs": "unbounded",
            ])
        ])
    ]
  }

  private mutating func unionType(_ members: [String]) -> String {
    if members.count == 1, let only = members.first { return only }
    let name = members.joined(separator: "-or-")
    named[name] = XMLSchemaElement(
      "simpleType", ["name": name],
      [
        XMLSchemaElement(
          "union", ["memberTypes": members.map { "d:" + $0 }.joined(separator: " ")])
      ])
    return name
  }

  private mutating func attributes(
    _ marks: Marks, _ place: Place, names: [String], owner: String
  ) -> [XMLSchemaElement] {
    var result: [XMLSchemaElement] = []
    if place == .field {
      let type = owner.isEmpty ? "field-name" : "field-name.\(owner)"
      named[type] = .enumeration(
        type, Set(names).sorted(by: utf8Precedes).map(XMLSchemaElement.spelling))
      result = [
        .attribute("name", "d:" + type, isRequired: true), .attribute("escaped-name", "d:true"),
      ]
    }
    var wanted: [(name: String, type: String)] = []
    if marks.isNullable { wanted.append(("nil", "d:true")) }
    if marks.isEscapable { wanted.append(("escaped", "d:true")) }
    if marks.isExternal { wanted += [("external", "d:digest"), ("size", "d:count")] }
    return result
      + wanted.map { mark in
        place == .property
          ? XMLSchemaElement("attribute", ["ref": "d:\(mark.name)"])
          : .attribute(mark.name, mark.type)
      }
  }

  private func complexType(
    _ name: String, _ content: [XMLSchemaElement], _ attributes: [XMLSchemaElement] = [],
    isMixed: Bool = false
  ) -> XMLSchemaElement {
    var type = XMLSchemaElement("complexType", ["name": name])
    if isMixed { type = type.with("mixed", "true") }
    type.children = content + attributes
    return type
  }
}
