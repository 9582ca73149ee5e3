import DocumentTables
import Markup

/// The checks of values that a writer makes because a reader with the same limits would refuse them:
/// the lengths of texts and the sizes of trees (spec 3.12).
///
/// What one form or encoding holds may be too long in another: data are a third longer as text, and
/// names in XML belong to a tag. Only records and trees with very long texts are looked at.
struct ReadableValues {
  private let limits: DocumentLimits
  private let encoding: DocumentEncoding
  /// Whether large texts and data are in parts of their own, which have no limit for texts.
  private let hasExternals: Bool
  /// The length in bytes below which the text of a record is not looked at: no value that it can
  /// spell is too long or too large.
  private let shortestLong: Int

  /// The most bytes of a name in XML: eight MiB for the tag that states it, but for what else the
  /// tag has.
  private static let longestName = XMLReader.largestTag - 1024

  init(_ options: DocumentWriteOptions, hasExternals: Bool) {
    limits = options.limits
    encoding = options.encoding
    self.hasExternals = hasExternals
    shortestLong = min(limits.textBytes, 2 * OpenTree.largestCount, Self.longestName)
  }

  /// Checks the records of a block.
  func check(_ block: RecordBlock, _ layout: HierarchyLayout) throws(DocumentError) {
    guard block.textSize(of: block.rows) > shortestLong else { return }
    for row in block.rows where block.textSize(of: row..<row + 1) > shortestLong {
      for property in layout.entities[Int(block.segment.entities[row])].properties {
        guard let column = property.column else { continue }
        try check(
          block.segment.value(at: row, column: column), named: property.name, block.segment, row,
          layout)
      }
      try check(
        block.segment.foreign[row].map { .tree($0) } ?? .null, named: "$foreign", block.segment,
        row, layout)
    }
  }

  private func check(
    _ value: Value, named name: String, _ segment: Segment, _ row: Int, _ layout: HierarchyLayout
  ) throws(DocumentError) {
    guard let code = problem(of: value) else { return }
    throw DocumentError(
      code, entity: layout.entities[Int(segment.entities[row])].name, key: segment.keys[row],
      property: name, Self.words)
  }

  /// Checks a tree beside the records.
  func check(_ tree: Tree, part: String) throws(DocumentError) {
    if let code = problem(of: tree) { throw DocumentError(code, part: part, Self.words) }
  }

  /// Checks the data of an attachment in the flat form.
  func check(_ part: KeptPart) throws(DocumentError) {
    if isTooLong(part.bytes) { throw DocumentError(textCode, part: part.name, Self.words) }
  }

  private static let words = "a reader would refuse it in this form"

  private var textCode: DocumentError.Code {
    .init((encoding == .json ? MarkupError.Code.jsonTextLength : .xmlTextLength).rawValue)
  }

  private func problem(of value: Value) -> DocumentError.Code? {
    switch value {
    case .text, .data: return !hasExternals && isTooLong(value) ? textCode : nil
    case .array(let items): return items.contains(where: isTooLong) ? textCode : nil
    case .tree(let tree): return problem(of: tree)
    default: return nil
    }
  }

  private func isTooLong(_ scalar: Value) -> Bool {
    switch scalar {
    case .text(let text): isTooLong(text)
    case .data(let data): isTooLong(data)
    default: false
    }
  }

  private func problem(of tree: Tree) -> DocumentError.Code? {
    var count = 0
    var waiting = [tree]
    while let tree = waiting.popLast() {
      count += 1
      switch tree {
      case .array(let items): waiting.append(contentsOf: items)
      case .object(let members):
        if members.contains(where: { isTooLong(name: $0.name) }) { return textCode }
        waiting.append(contentsOf: members.lazy.map(\.value))
      case .text(let text), .spelled(_, let text):
        if isTooLong(text) { return textCode }
      case .data(let data): if isTooLong(data) { return textCode }
      default: break
      }
      if count + waiting.count > OpenTree.largestCount {
        return .init(RecordError.Code.treeSize.rawValue)
      }
    }
    return nil
  }

  private func isTooLong(_ data: [UInt8]) -> Bool {
    DataText.length(ofBytes: data.count) > limits.textBytes
  }

  /// Whether a text, or what XML has in its place, is longer than a reader takes.
  private func isTooLong(_ text: String) -> Bool {
    // No escape of a byte has more than six.
    if encoding == .json || text.utf8.count <= limits.textBytes / 6 {
      return text.utf8.count > limits.textBytes
    }
    var text = text
    return text.withUTF8 { bytes in
      if XMLText.isRepresentable(bytes) { return bytes.count > limits.textBytes }
      var body: [UInt8] = []
      XMLEscapedText.appendBody(of: bytes, to: &body)
      return body.count > limits.textBytes
    }
  }

  private func isTooLong(name: String) -> Bool {
    // No byte takes more than seven in an attribute.
    if encoding == .json || name.utf8.count <= Self.longestName / 7 {
      return name.utf8.count > limits.textBytes
    }
    var tag: [UInt8] = []
    XMLTreeWriter.appendAttribute("name", name, to: &tag)
    return tag.count > Self.longestName
  }
}

extension TreePart {
  /// Returns the bytes of a part of a document that is written with some options.
  func bytes(
    of tree: Tree, _ part: String, _ options: DocumentWriteOptions
  ) throws(DocumentError) -> [UInt8] {
    try bytes(of: tree, part: part, encoding: options.encoding, limits: options.limits)
  }
}
