import DocumentTables
import Markup
import ZipArchive

/// A part that contains one typed tree: header, manifest, extension, carried or history part.
struct TreePart {
  /// Whether the tree is an array; otherwise it is an object.
  let isArray: Bool
  /// The name of the root element in XML, without the prefix.
  let rootElement: String
  /// The spelling of whole doubles in JSON.
  ///
  /// In a header only the schema has doubles, and it states their type.
  var wholeDoubles = CanonicalJSON.WholeDoubles.marked

  static let header = TreePart(isArray: false, rootElement: "header", wholeDoubles: .numbers)
  static let manifest = TreePart(isArray: false, rootElement: "manifest")
  static let extensions = TreePart(isArray: true, rootElement: "extension")
  static let carried = TreePart(isArray: true, rootElement: "carried")
  static let historyState = TreePart(isArray: false, rootElement: "history")
  static let historyRun = TreePart(isArray: true, rootElement: "transactions")

  func bytes(of tree: Tree, encoding: DocumentEncoding) -> [UInt8] {
    switch encoding {
    case .json:
      var bytes: [UInt8] = []
      CanonicalJSON.append(tree, wholeDoubles, to: &bytes)
      bytes.append(0x0A)
      return bytes
    case .xml:
      var xml = XMLWriter()
      xml.declaration()
      xml.start("d:" + rootElement, [("xmlns:d", XMLTreeWriter.namespace)])
      switch tree {
      case .array(let items): XMLTreeWriter.append(items: items, to: &xml.bytes)
      case .object(let members): XMLTreeWriter.append(members: members, to: &xml.bytes)
      default: break
      }
      xml.end("d:" + rootElement)
      xml.bytes.append(0x0A)
      return xml.bytes
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
    case .array where isArray, .object where !isArray: return tree
    default:
      throw DocumentError(
        .partMalformed, part: part, isArray ? "it is not an array" : "it is not an object")
    }
  }

  private func json(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: DocumentLimits) throws -> Tree {
    var json = try JSONReader(bytes, limits: limits.markup)
    let tree = try JSONTreeReader.read(&json)
    try json.finish()
    return tree
  }

  private func xml(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: DocumentLimits) throws -> Tree {
    let xml = try XMLReader(bytes, limits: limits.markup)
    let frame = XMLFrame(xml)
    try frame.beginRoot(rootElement, code: .partMalformed)
    let trees = XMLTreeReader(xml)
    let tree: Tree =
      isArray ? .array(try trees.readItems()) : .object(try trees.readMembers())
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
