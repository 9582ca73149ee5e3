import DocumentTables
import Markup
import ZipArchive

/// A part or section that contains one tree: header, schema, manifest, trailer, extension, carried
/// or history part.
struct TreePart {
  /// The name of the root element in XML, without the prefix.
  let rootElement: String
  let content: XMLContent
  /// Whether each item of the outermost lists is on a line of its own.
  var hasLines = true

  static let header = TreePart(rootElement: "header", content: .object(.header), hasLines: false)
  static let schema = TreePart(
    rootElement: "schema", content: .objects(element: "entity", .entity))
  static let manifest = TreePart(rootElement: "manifest", content: .object(.manifest))
  static let trailer = TreePart(rootElement: "trailer", content: .object(.trailer))
  static let extensions = TreePart(
    rootElement: "extensions", content: .objects(element: "extension", .extensionRecord))
  static let carried = TreePart(rootElement: "carried", content: .items)
  static let historyState = TreePart(rootElement: "history", content: .members)
  static let historyRun = TreePart(rootElement: "transactions", content: .items)

  /// Returns the bytes of a part.
  func bytes(of tree: Tree, encoding: DocumentEncoding) -> [UInt8] {
    var bytes: [UInt8] = []
    if encoding == .xml {
      var xml = XMLWriter()
      xml.declaration()
      bytes = xml.bytes
    }
    append(tree, encoding, isRoot: true, to: &bytes)
    bytes.append(0x0A)
    return bytes
  }

  /// Returns the bytes of a part of a document.
  ///
  /// - Throws: ``DocumentError`` if a reader with the same limits would refuse the part.
  func bytes(
    of tree: Tree, part: String, encoding: DocumentEncoding, limits: DocumentLimits
  ) throws(DocumentError) -> [UInt8] {
    let bytes = bytes(of: tree, encoding: encoding)
    guard bytes.count <= limits.treePartBytes else {
      throw DocumentError(
        .limitTreePart, part: part,
        "it has \(bytes.count) bytes" + (advice.map { "; \($0)" } ?? ""))
    }
    return bytes
  }

  /// How a document gets a smaller part of this kind; nil if it needs fewer objects.
  private var advice: String? {
    switch rootElement {
    case "carried": "what an older version cannot hold can be left out"
    case "transactions", "history": "remove transactions or keep no values"
    default: nil
    }
  }

  /// Appends the text of a tree: the value in JSON, the element in XML.
  func append(
    _ tree: Tree, _ encoding: DocumentEncoding, isRoot: Bool = false, to bytes: inout [UInt8]
  ) {
    switch encoding {
    case .json:
      if hasLines {
        TreeLines.append(json: tree, to: &bytes)
      } else {
        CanonicalJSON.append(tree, .marked, to: &bytes)
      }
    case .xml:
      XMLVocabularyWriter.append(
        tree, rootElement, content,
        attributes: isRoot ? " xmlns:d=\"\(XMLTreeWriter.namespace)\"" : "", hasLines: hasLines,
        to: &bytes)
    }
  }

  func tree(
    of bytes: [UInt8], encoding: DocumentEncoding, part: String, limits: DocumentLimits
  ) throws(DocumentError) -> Tree {
    let tree: Tree
    do {
      tree = try bytes.withUnsafeBufferPointer { (bytes) throws -> Tree in
        switch encoding {
        case .json: try json(bytes, limits)
        case .xml: try xml(bytes, limits)
        }
      }
    } catch {
      throw DocumentError(wrapping: error, part: part)
    }
    // An XML part has the required root by now; a JSON part may contain any value.
    switch tree {
    case .array where content.isArray, .object where !content.isArray: return tree
    default:
      throw DocumentError(
        .partMalformed, part: part, content.isArray ? "it is not an array" : "it is not an object")
    }
  }

  private func json(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: DocumentLimits) throws -> Tree {
    var json = try JSONReader(bytes, limits: limits.markup)
    let tree = try JSONTreeReader.read(&json, as: content)
    try json.finish()
    return tree
  }

  private func xml(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: DocumentLimits) throws -> Tree {
    let xml = try XMLReader(bytes, limits: limits.markup)
    let frame = XMLFrame(xml)
    try frame.beginRoot(rootElement, code: .partMalformed)
    let tree = try XMLVocabularyReader(xml).read(content)
    try frame.finish()
    return tree
  }
}

extension DocumentError {
  /// Converts any error of a layer below.
  init(wrapping error: any Error, part: String?) {
    switch error {
    case let error as DocumentError:
      self = part.map(error.inPart) ?? error
    case let error as RecordError: self.init(error, part: part)
    case let error as MarkupError: self.init(error, part: part)
    case let error as ZipError: self.init(error)
    case let error as SchemaProblem: self.init(error, part: part)
    default: self.init(.partMalformed, part: part, "\(error)", underlying: error)
    }
  }
}
