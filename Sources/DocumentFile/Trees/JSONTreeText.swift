import DocumentTables
import Markup

extension JSONTreeReader {
  /// Reads a text that is one tree and nothing else.
  package static func tree(of text: [UInt8]) throws -> Tree {
    // The bytes live as long as the closure, and the reader does not leave it.
    try text.withUnsafeBufferPointer { bytes in
      var json = try JSONReader(bytes)
      let tree = try read(&json)
      try json.finish()
      return tree
    }
  }
}
