import DocumentTables
import Markup

/// A reader of typed trees in the XML encoding (spec 3.1).
///
/// Reading begins at the start of an element and moves to its end. Members may be in any order, and
/// comments anywhere.
package struct XMLTreeReader {
  let xml: XMLReader
  private let largestCount: Int
  private let types: [Int: Element]
  private let name: Int
  private let escaped: Int
  private let escapedName: Int

  private enum Element {
    case null, bool, text, array, object
    case marked(TreeMark)
  }

  package init(_ xml: XMLReader) { self.init(xml, largestCount: OpenTree.largestCount) }

  init(_ xml: XMLReader, largestCount: Int) {
    self.xml = xml
    self.largestCount = largestCount
    let namespace = XMLTreeWriter.namespace
    var types: [Int: Element] = [:]
    let elements: [(String, Element)] = [
      ("null", .null), ("bool", .bool), ("text", .text), ("array", .array), ("object", .object),
    ]
    for (name, element) in elements {
      types[xml.intern(namespace: namespace, local: name)] = element
    }
    for mark in TreeMark.all {
      types[xml.intern(namespace: namespace, local: mark.name)] = .marked(mark)
    }
    self.types = types
    name = xml.intern(local: "name")
    escaped = xml.intern(local: "escaped")
    escapedName = xml.intern(local: "escaped-name")
  }

  /// Reads the members of an object directly inside the current element.
  package func readMembers() throws(RecordError) -> [TreeMember] {
    guard case .object(let members) = try placing({ try contents(.object(name: "")) }) else {
      return []
    }
    return members
  }

  /// Reads the items of an array directly inside the current element.
  package func readItems() throws(RecordError) -> [Tree] {
    guard case .array(let items) = try placing({ try contents(.array, isPartOfTree: false) }) else {
      return []
    }
    return items
  }

  /// Reads the single tree directly inside the current element.
  package func readOnlyTree() throws(RecordError) -> Tree {
    try placing { try onlyTree() }
  }

  func onlyTree() throws -> Tree {
    guard case .array(let items) = try contents(.array, isPartOfTree: false),
      items.count == 1
    else {
      throw RecordProblem(.treeElement, "exactly one value is expected here")
    }
    return items[0]
  }

  private func placing<Result>(_ body: () throws -> Result) throws(RecordError) -> Result {
    do {
      return try body()
    } catch {
      throw RecordError(error, in: xml, inTree: true)
    }
  }

  /// Reads the content of the current element as an array or object, which may be part of the tree.
  ///
  /// Uses an explicit stack, whose height is bounded by the depth limit.
  func contents(_ kind: OpenTree.Kind, isPartOfTree: Bool = true) throws -> Tree {
    var open = [OpenTree(kind)]
    let outside = isPartOfTree ? 0 : 1
    var count = outside == 0 ? 1 : 0
    var total = 0
    while true {
      let innermost = open.count - 1
      guard try xml.nextChild() else {
        let tree = try open.removeLast().closed(at: nil)
        if open.isEmpty { return tree }
        open[innermost - 1].add(tree)
        continue
      }
      // Each item of an array of the format is a tree of its own.
      if open.count == outside { count = 0 }
      count += 1
      total += 1
      try OpenTree.checkCount(count, largest: largestCount, at: nil)
      try OpenTree.checkCount(total, largest: OpenTree.largestTotal, at: nil)
      let attributes = try readAttributes(isMember: !open[innermost].isArray)
      open[innermost].name = attributes.name
      guard let type = types[xml.nameID] else {
        throw RecordProblem(
          .treeElement, "\(xml.name(xml.nameID)?.description ?? "") is not the element of a value")
      }
      switch type {
      case .array, .object:
        try OpenTree.checkDepth(inside: open.count - outside, at: nil)
        if case .array = type {
          open.append(OpenTree(.array))
        } else {
          open.append(OpenTree(.object(name: "")))
        }
      default: open[innermost].add(try readScalar(type, isEscaped: attributes.isEscaped))
      }
      if attributes.isEscaped {
        guard case .text = type else {
          throw RecordProblem(.treeElement, "only a text can be escaped")
        }
      }
    }
  }

  private func readScalar(_ type: Element, isEscaped: Bool) throws -> Tree {
    let text = try xml.elementText()
    switch type {
    case .bool: return .bool(try BoolText.parse(text))
    case .marked(let mark): return try mark.scalar(text)
    case .text:
      let bytes = isEscaped ? try XMLEscapedText.decode(text) : Array(text)
      return .text(String(decoding: bytes, as: UTF8.self))
    case .null, .array, .object:
      guard text.isEmpty else { throw RecordProblem(.treeElement, "null has no content") }
      return .null
    }
  }

  private func readAttributes(isMember: Bool) throws -> (name: String, isEscaped: Bool) {
    var value: UnsafeBufferPointer<UInt8>?
    var isEscaped = false
    var isNameEscaped = false
    for index in 0..<xml.attributeCount {
      let attribute = xml.attribute(at: index)
      switch attribute.nameID {
      case name where isMember: value = attribute.value
      case escapedName where isMember && TextForm.isEqual(attribute.value, "true"):
        isNameEscaped = true
      case escaped where TextForm.isEqual(attribute.value, "true"): isEscaped = true
      default:
        throw RecordProblem(
          .treeElement,
          "the attribute \(xml.name(attribute.nameID)?.description ?? "") is not allowed here")
      }
    }
    guard isMember else { return ("", isEscaped) }
    guard let value else { throw RecordProblem(.treeElement, "a member of an object has a name") }
    let name = isNameEscaped ? try XMLEscapedText.decode(value) : Array(value)
    return (String(decoding: name, as: UTF8.self), isEscaped)
  }
}
