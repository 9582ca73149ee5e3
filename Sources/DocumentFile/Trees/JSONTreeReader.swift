import DocumentTables
import Markup

/// A reader of typed trees in the JSON encoding (spec 3.1), which `CanonicalJSON` writes.
///
/// Members may be in any order. Doubles may have any JSON spelling with a point or an exponent;
/// every other scalar has one spelling.
package enum JSONTreeReader {
  /// Reads the tree that begins at the reader's position.
  package static func read(_ json: inout JSONReader) throws(RecordError) -> Tree {
    do {
      return try readTree(&json)
    } catch {
      throw RecordError(error, in: json, at: json.offset, inTree: true)
    }
  }

  /// Reads an object of the format, or an array of such objects or of trees, as one tree.
  ///
  /// Each typed tree in it has a depth and a size of its own, so that they are as deep and as large
  /// in every part, form and encoding.
  static func read(_ json: inout JSONReader, as content: XMLContent) throws(RecordError) -> Tree {
    let start = json.offset
    do {
      let tree = try readTree(
        &json, around: content.deepestFrame, largestCount: OpenTree.largestTotal)
      if content.hasTree(in: tree, where: { $0.isDeeper(than: OpenTree.largestDepth) }) {
        try OpenTree.checkDepth(inside: OpenTree.largestDepth, at: start)
      }
      // A value takes two bytes at least, so a short text has no large tree.
      if json.offset - start > 2 * OpenTree.largestCount,
        content.hasTree(in: tree, where: { $0.isLarger(than: OpenTree.largestCount) })
      {
        try OpenTree.checkCount(
          OpenTree.largestCount + 1, largest: OpenTree.largestCount, at: start)
      }
      return tree
    } catch {
      throw RecordError(error, in: json, at: json.offset, inTree: true)
    }
  }

  /// Reads a tree with an explicit stack, whose height is bounded by the depth limit.
  ///
  /// - Parameter frame: How many arrays and objects around the tree do not count for its depth.
  static func readTree(
    _ json: inout JSONReader, around frame: Int = 0, largestCount: Int = OpenTree.largestCount
  ) throws -> Tree {
    var open: [OpenTree] = []
    var count = 0
    while true {
      count += 1
      try OpenTree.checkCount(count, largest: largestCount, at: json.offset)
      var complete: Tree?
      switch json.peek() {
      case .objectStart:
        let start = json.offset
        try json.beginObject()
        if try json.nextMember() {
          let place = json.offset
          let key = try json.readKey()
          if let mark = TreeMark(key: key) {
            complete = try readMarked(mark, &json)
          } else {
            try OpenTree.checkDepth(inside: open.count - frame, at: start)
            open.append(OpenTree(.object(name: try name(ofKey: key, at: place))))
          }
        } else {
          try OpenTree.checkDepth(inside: open.count - frame, at: start)
          complete = .object([])
        }
      case .arrayStart:
        let start = json.offset
        try OpenTree.checkDepth(inside: open.count - frame, at: start)
        try json.beginArray()
        if try json.nextElement() {
          open.append(OpenTree(.array))
        } else {
          complete = .array([])
        }
      default: complete = try readScalar(&json)
      }
      guard var tree = complete else { continue }
      // Adds the tree to its parent, and closes all containers that end with it.
      while true {
        guard !open.isEmpty else { return tree }
        let innermost = open.count - 1
        open[innermost].add(tree)
        if open[innermost].isArray {
          if try json.nextElement() { break }
        } else if try json.nextMember() {
          let start = json.offset
          open[innermost].name = try name(ofKey: try json.readKey(), at: start)
          break
        }
        tree = try open.removeLast().closed(at: json.offset)
      }
    }
  }

  private static func readScalar(_ json: inout JSONReader) throws -> Tree {
    switch json.peek() {
    case .null:
      try json.readNull()
      return .null
    case .true, .false: return .bool(try json.readBool())
    case .string: return .text(try json.readString())
    default:
      let start = json.offset
      let text = try json.numberText()
      return try number(text, at: start)
    }
  }

  /// Parses an integer, or a double if there is a fraction or an exponent.
  private static func number(_ text: UnsafeBufferPointer<UInt8>, at start: Int) throws -> Tree {
    do throws(TextFormProblem) {
      // A point, `e` or `E`.
      if text.contains(where: { $0 == 0x2E || $0 | 0x20 == 0x65 }) {
        return .double(try FloatingPointText.parse(text, spelling: .anyNumber))
      }
      let value = try IntegerText.parse(text, as: Int64.self)
      guard IntegerText.isJSONNumber(value) else { throw .notCanonical }
      return .integer(value)
    } catch {
      throw RecordProblem(.init(error, inTree: true), at: start)
    }
  }

  /// Reads the value behind a mark, and the end of the marked object.
  private static func readMarked(_ mark: TreeMark, _ json: inout JSONReader) throws -> Tree {
    json.skipWhitespace()
    let start = json.offset
    let text = try json.readString()
    let tree: Tree
    do {
      tree = try TextForm.withBytes(of: text) { bytes throws(TextFormProblem) in
        try mark.tree(bytes)
      }
    } catch {
      throw RecordProblem(.init(error, inTree: true), at: start)
    }
    guard try !json.nextMember() else {
      throw RecordProblem(.treeMark, "a marked value must be the only member", at: json.offset)
    }
    return tree
  }

  /// Returns the name that a key spells: a leading `$` is doubled in the key.
  private static func name(ofKey key: String, at offset: Int) throws -> String {
    guard key.utf8.first == UInt8(ascii: "$") else { return key }
    let name = key.dropFirst()
    guard name.utf8.first == UInt8(ascii: "$") else {
      throw RecordProblem(
        .treeMark, "\(key.quotedIfBlank) is not a mark", at: offset)
    }
    return String(name)
  }
}

extension JSONTreeReader {
  /// Reads a text that consists of one tree.
  package static func tree(of text: [UInt8]) throws -> Tree {
    try tree(of: text) { json throws(RecordError) in try read(&json) }
  }

  /// Reads a text that consists of one object of the format as a tree (spec 3.1).
  package static func object(of text: [UInt8], as vocabulary: XMLVocabulary) throws -> Tree {
    try tree(of: text) { json throws(RecordError) in try read(&json, as: .object(vocabulary)) }
  }

  private static func tree(
    of text: [UInt8], _ read: (inout JSONReader) throws(RecordError) -> Tree
  ) throws -> Tree {
    // Lifetime: the bytes live as long as the closure, and the reader does not escape.
    try text.withUnsafeBufferPointer { bytes in
      var json = try JSONReader(bytes, limits: MarkupLimits(textBytes: bytes.count))
      let tree = try read(&json)
      try json.finish()
      return tree
    }
  }
}
