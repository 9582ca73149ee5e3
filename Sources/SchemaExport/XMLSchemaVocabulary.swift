import DocumentFile

/// The format's own objects in XML: header, entities of the schema section, and trailer.
///
/// Each has a type that is named `section.` and its path.
struct XMLSchemaVocabulary {
  private let rules: FormatRules
  private(set) var types: [XMLSchemaElement] = []

  init(_ rules: FormatRules) {
    self.rules = rules
    addType(.header, "header")
    addType(.entity, "entity")
    addType(.trailer, "trailer")
  }

  /// The content of an object's element.
  private struct Content {
    var attributes: [XMLSchemaElement] = []
    var elements: [(name: String, type: String, isRequired: Bool)] = []
    /// Whether an element may occur several times.
    var hasLists = false
    /// The type of the text, or the group of the only tree, in place of elements.
    var text: String?
    var group: String?

    var children: [XMLSchemaElement] {
      if let text {
        let body = XMLSchemaElement("extension", [:], attributes).with("base", text)
        return [XMLSchemaElement("simpleContent", [:], [body])]
      }
      if let group { return [XMLSchemaElement("group", ["ref": group])] + attributes }
      if elements.isEmpty { return attributes }
      // `all` cannot contain elements that occur several times.
      let particles = elements.map { element in
        XMLSchemaElement.element(
          element.name, element.type,
          hasLists || element.isRequired ? [:] : ["minOccurs": "0"])
      }
      let content =
        hasLists
        ? XMLSchemaElement("choice", ["minOccurs": "0", "maxOccurs": "unbounded"], particles)
        : XMLSchemaElement("all", [:], particles)
      return [content] + attributes
    }
  }

  // Recursion is bounded by the depth of the vocabulary.
  private mutating func addType(_ vocabulary: XMLVocabulary, _ path: String) {
    var content = Content()
    for (name, path, spelling) in rules.members(vocabulary, path) {
      var (element, type) = (name, "")
      switch spelling {
      case .text, .integer, .bool, .names: break
      case .value, .tree: type = "d:tree.only"
      case .trees: type = "d:tree.array"
      case .object(let vocabulary):
        addType(vocabulary, path)
        type = "d:section.\(path)"
      case .objects(let item, let vocabulary):
        addType(vocabulary, path)
        (element, type, content.hasLists) = (item, "d:section.\(path)", true)
      case .nameLists(let item): (element, type, content.hasLists) = (item, "d:tree.text", true)
      case .values(let item): (element, type, content.hasLists) = (item, "d:tree.value", true)
      // Only the manifest has counts, which the exports do not describe.
      case .counts: break
      case .content: content.text = scalar(path).type ?? "d:text"
      case .onlyTree: content.group = "d:items"
      }
      if !type.isEmpty { content.elements.append((element, type, rules.isRequired(path))) }
      content.attributes += attributes(name, path, spelling)
    }
    types.append(
      XMLSchemaElement("complexType", ["name": "section.\(path)"], content.children))
  }

  /// Returns the attribute of a member and its mark; none if the member is an element.
  private func attributes(
    _ name: String, _ path: String, _ spelling: XMLVocabulary.Spelling
  ) -> [XMLSchemaElement] {
    var attribute = XMLSchemaElement("attribute", ["name": name])
    var isEscapable = false
    switch spelling {
    case .bool: attribute = attribute.with("type", "d:bool")
    case .text, .integer, .names, .value:
      let isList = if case .names = spelling { true } else { false }
      let scalar = scalar(path, isList: isList)
      if let type = scalar.type { attribute = attribute.with("type", type) }
      if let restriction = scalar.restriction {
        attribute.children = [XMLSchemaElement("simpleType", [:], [restriction])]
      }
      isEscapable = scalar.isEscapable
    default: return []
    }
    if rules.isRequired(path) { attribute = attribute.with("use", "required") }
    return [attribute] + (isEscapable ? [.attribute("escaped-" + name, "d:true")] : [])
  }

  /// Returns a type or a restriction, and whether XML may be unable to hold a text of it.
  private func scalar(
    _ path: String, isList: Bool = false
  ) -> (type: String?, restriction: XMLSchemaElement?, isEscapable: Bool) {
    func restriction(_ facets: [XMLSchemaElement]) -> XMLSchemaElement {
      XMLSchemaElement("restriction", ["base": "xs:string"], facets)
    }
    switch rules.rule(path) {
    case .any, .absent: return ("d:text", nil, true)
    case .type(let name): return ("d:\(name)", nil, false)
    case .text(let pattern): return (nil, restriction([XMLSchemaScalars.pattern(pattern)]), true)
    case .word(let word):
      let pattern = isList ? "(\(word)( \(word))*)?" : word
      return (nil, restriction([XMLSchemaScalars.pattern(pattern)]), false)
    case .oneOf(let texts):
      let spellings = texts.map(XMLSchemaElement.spelling)
      let facets = spellings.map { XMLSchemaElement("enumeration", ["value": $0]) }
      return (nil, restriction(facets), spellings != texts)
    }
  }
}
