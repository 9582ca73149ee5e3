import DocumentTables
import Markup

/// A reader of the format's own objects in XML (spec 3.14), which gives the tree that the JSON
/// encoding states.
///
/// Attributes and elements may be in any order. A member that the vocabulary does not have is
/// passed on with its name, so that the reader of the tree refuses it as it does in JSON.
struct XMLVocabularyReader {
  private let xml: XMLReader
  private let trees: XMLTreeReader
  private let escaped: Int
  private let unknown = UnknownNames()

  init(_ xml: XMLReader) {
    self.xml = xml
    trees = XMLTreeReader(xml)
    escaped = xml.intern(local: "escaped")
  }

  /// Reads the current element; reading begins at its start and moves to its end.
  func read(_ content: XMLContent) throws(RecordError) -> Tree {
    do {
      switch content {
      case .object(let vocabulary): return try object(vocabulary)
      case .objects(let element, let vocabulary):
        return .array(try elements(named: element) { try object(vocabulary) })
      case .members:
        try refuseAttributes()
        return .object(try trees.readMembers())
      case .items:
        try refuseAttributes()
        return .array(try trees.readItems())
      }
    } catch {
      throw RecordError(error, in: xml, inTree: true)
    }
  }

  /// Reads the child elements, which must all have one name.
  private func elements<Item>(named element: String, _ item: () throws -> Item) throws -> [Item] {
    try refuseAttributes()
    let identifier = identifier(element)
    var items: [Item] = []
    while try xml.nextChild() {
      guard xml.nameID == identifier else {
        throw RecordProblem(.treeElement, "\(elementName), expected \(element)")
      }
      items.append(try item())
    }
    return items
  }

  /// The number of elements and attributes that no vocabulary has, in a whole part or section.
  ///
  /// The parser takes quadratic time for many different names, and the names that it expects are
  /// few.
  private final class UnknownNames {
    private static let largestCount = 256
    private var number = 0

    func count(_ name: String) throws(RecordProblem) {
      number += 1
      guard number <= Self.largestCount else {
        throw RecordProblem(
          .treeElement, "\(name) is one of more than \(Self.largestCount) names without a place")
      }
    }
  }

  /// The members of an object that have been read.
  private struct Members {
    var members: [TreeMember] = []

    mutating func add(_ name: String, _ value: Tree) throws(RecordProblem) {
      guard !members.contains(where: { $0.name == name }) else {
        throw RecordProblem(.treeDuplicateName, "\(name) occurs twice")
      }
      members.append(TreeMember(name, value))
    }

    /// Adds a member that the reader of the tree refuses, or skips where others may be.
    mutating func addUnknown(_ name: String, _ value: Tree) {
      members.append(TreeMember(name, value))
    }
  }

  // Recursion is bounded by the depth of the vocabulary.
  private func object(_ vocabulary: XMLVocabulary) throws -> Tree {
    var members = Members()
    let scalarType = try attributes(vocabulary, into: &members)
    if let own = vocabulary.members.first(where: \.spelling.isOwnContent) {
      if case .onlyTree = own.spelling {
        try members.add(own.name, try trees.onlyTree())
      } else {
        try members.add(own.name, .text(String(decoding: try xml.elementText(), as: UTF8.self)))
      }
      return .object(members.members)
    }
    var lists: [Int: [Tree]] = [:]
    while try xml.nextChild() {
      guard
        let index = vocabulary.members.firstIndex(where: { member in
          member.spelling.element(of: member.name).map { identifier($0) == xml.nameID } ?? false
        })
      else {
        let member = vocabulary.members.first {
          $0.spelling.isAttribute && identifier($0.name) == xml.nameID
        }
        if let member {
          throw RecordProblem(.treeElement, "\(member.name) is an attribute, not an element")
        }
        // An element without a namespace may have the name of an attribute.
        let name = elementName
        try unknown.count(name)
        members.addUnknown(name.hasPrefix("{") ? name : "<\(name)>", .null)
        try skip()
        continue
      }
      let (name, spelling) = vocabulary.members[index]
      switch spelling {
      case .object(let vocabulary): try members.add(name, try object(vocabulary))
      case .objects(_, let vocabulary): lists[index, default: []].append(try object(vocabulary))
      case .nameLists:
        let isEscaped = try takesEscapeMark()
        let names = try XMLNameList.names(try xml.elementText(), isEscaped: isEscaped)
        lists[index, default: []].append(.array(names.map { .text($0) }))
      case .values: lists[index, default: []].append(try value(of: scalarType))
      case .counts(let nameAttribute, let countAttribute):
        lists[index, default: []].append(try count(nameAttribute, countAttribute))
      case .trees:
        try refuseAttributes()
        try members.add(name, .array(try trees.readItems()))
      default:
        try refuseAttributes()
        let tree = try trees.onlyTree()
        if case .value = spelling, scalarType != nil, tree != .null {
          throw RecordProblem(.treeElement, "a value of a scalar type is an attribute")
        }
        try members.add(name, tree)
      }
    }
    for (index, items) in lists.sorted(by: { $0.key < $1.key }) {
      let (name, spelling) = vocabulary.members[index]
      if case .counts = spelling {
        try members.add(name, try Self.joined(items))
      } else {
        try members.add(name, .array(items))
      }
    }
    return .object(members.members)
  }

  private func identifier(_ element: String) -> Int {
    xml.intern(namespace: XMLTreeWriter.namespace, local: element)
  }

  private var elementName: String { xml.name(xml.nameID)?.description ?? "" }

  // MARK: Attributes

  /// Reads the attributes of the current element; returns the scalar type that the attribute `type`
  /// names.
  private func attributes(
    _ vocabulary: XMLVocabulary, into members: inout Members
  ) throws -> ScalarType? {
    var texts: [(name: String, value: [UInt8])] = []
    var marked: Set<String> = []
    for index in 0..<xml.attributeCount {
      let attribute = xml.attribute(at: index)
      let name = xml.name(attribute.nameID)?.description ?? ""
      if name.hasPrefix("escaped-"), TextForm.isEqual(attribute.value, "true") {
        marked.insert(String(name.dropFirst(8)))
      } else {
        texts.append((name, Array(attribute.value)))
      }
    }
    let typeName = texts.first { $0.name == "type" }?.value
    let type = typeName.flatMap { ScalarType(rawValue: String(decoding: $0, as: UTF8.self)) }
    for (name, text) in texts {
      let spelling = vocabulary.members.first { $0.name == name }?.spelling
      if let spelling {
        guard spelling.isAttribute else {
          throw RecordProblem(.treeElement, "\(name) is an element, not an attribute")
        }
      } else {
        try unknown.count(name)
      }
      // Lifetime: the buffer is used inside the closure.
      try members.add(
        name,
        try text.withUnsafeBufferPointer { text in
          try Self.value(
            text, spelling ?? .text, type, isEscaped: marked.remove(name) != nil)
        })
    }
    if let name = marked.min(by: utf8Precedes) {
      throw RecordProblem(.treeElement, "the attribute escaped-\(name) marks no attribute")
    }
    return type
  }

  private static func value(
    _ text: UnsafeBufferPointer<UInt8>, _ spelling: XMLVocabulary.Spelling, _ type: ScalarType?,
    isEscaped: Bool
  ) throws -> Tree {
    if case .names = spelling {
      let names = try XMLNameList.names(text, isEscaped: isEscaped)
      return .array(names.map { .text($0) })
    }
    let bytes = isEscaped ? try XMLEscapedText.decode(text) : Array(text)
    let string = String(decoding: bytes, as: UTF8.self)
    // A text that is no number stays a text, which the reader of the tree refuses.
    switch spelling {
    case .integer:
      return (try? IntegerText.parse(text, as: Int64.self)).map { .integer($0) }
        ?? .text(string)
    case .bool: return (try? BoolText.parse(text)).map { .bool($0) } ?? .text(string)
    case .value:
      guard let type else {
        throw RecordProblem(.treeElement, "a value of no scalar type is an element")
      }
      return Tree(statedText: string, of: type) ?? .text(string)
    default: return .text(string)
    }
  }

  private func refuseAttributes() throws(RecordProblem) {
    if xml.attributeCount > 0 {
      throw RecordProblem(.treeElement, "\(elementName) has no attributes")
    }
  }

  /// Returns whether the current element is marked as escaped, the only attribute that it may have.
  private func takesEscapeMark() throws(RecordProblem) -> Bool {
    if xml.attributeCount == 0 { return false }
    guard xml.attributeCount == 1, let mark = xml.attribute(named: escaped),
      TextForm.isEqual(mark, "true")
    else { throw RecordProblem(.treeElement, "\(elementName) has only the attribute escaped") }
    return true
  }

  // MARK: Elements

  /// Reads a value: the text of a scalar type, or a typed tree of any other.
  private func value(of type: ScalarType?) throws -> Tree {
    let isEscaped = try takesEscapeMark()
    guard let type else {
      if isEscaped { throw RecordProblem(.treeElement, "only a text can be escaped") }
      return try trees.onlyTree()
    }
    let text = try xml.elementText()
    let bytes = isEscaped ? try XMLEscapedText.decode(text) : Array(text)
    let string = String(decoding: bytes, as: UTF8.self)
    return Tree(statedText: string, of: type) ?? .text(string)
  }

  private func count(_ nameAttribute: String, _ countAttribute: String) throws -> Tree {
    var members = Members()
    _ = try attributes(
      XMLVocabulary([nameAttribute: .text, countAttribute: .integer]), into: &members)
    let tree = Tree.object(members.members)
    guard members.members.count == 2, let name = tree[nameAttribute]?.textValue,
      let count = tree[countAttribute]
    else {
      throw RecordProblem(
        .treeElement, "\(elementName) has the attributes \(nameAttribute) and \(countAttribute)")
    }
    guard try !xml.nextChild() else { throw RecordProblem(.treeElement, "it has no content") }
    return .object([TreeMember(name, count)])
  }

  private static func joined(_ items: [Tree]) throws(RecordProblem) -> Tree {
    var members: [TreeMember] = []
    for case .object(let item) in items { members += item }
    return .object(try OpenTree.inOrder(members, at: nil))
  }

  /// Moves to the end of the current element.
  private func skip() throws {
    var depth = 0
    // Bound: each iteration consumes a token; the text ends, and its end closes every element.
    while depth >= 0 {
      switch try xml.advance() {
      case .start:
        depth += 1
        try unknown.count(elementName)
      case .end: depth -= 1
      case .endOfDocument: return
      default: break
      }
    }
  }
}

extension XMLVocabulary.Spelling {
  fileprivate var isOwnContent: Bool {
    switch self {
    case .content, .onlyTree: true
    default: false
    }
  }

  var isAttribute: Bool {
    switch self {
    case .text, .integer, .bool, .names, .value: true
    case .object, .objects, .nameLists, .values, .counts, .tree, .trees, .content, .onlyTree: false
    }
  }

  /// The name of the elements of a member; nil if the member has none.
  fileprivate func element(of member: String) -> String? {
    switch self {
    case .text, .integer, .bool, .names, .content, .onlyTree: nil
    case .value, .object, .counts, .tree, .trees: member
    case .objects(let element, _), .nameLists(let element), .values(let element): element
    }
  }
}
