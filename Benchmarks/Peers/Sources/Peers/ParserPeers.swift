import CEmptySAX
import CVisitJSON
import Foundation

/// Parsers that keep nothing of what they read, as the limit of what reading can reach.
enum ParserPeers {
  struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  /// libxml2 with handlers that do nothing, over a deflated text.
  static func openXML(_ path: String) throws {
    let status = try Figures.measure { parse(try DeflatedFile(path: path).read()) }
    guard status == 0 else { throw Refused(description: "libxml2: error \(status)") }
  }

  /// The same over a text in memory.
  static func parseXML(_ path: String) throws {
    let text = try Data(contentsOf: URL(fileURLWithPath: path))
    let status = Figures.measure { parse(text) }
    guard status == 0 else { throw Refused(description: "libxml2: error \(status)") }
  }

  private static func parse(_ text: Data) -> Int32 {
    text.withUnsafeBytes { text in
      // Bounds: the parser gets the text's own size. Lifetime: it is gone when it returns.
      empty_sax_parse(text.baseAddress?.assumingMemoryBound(to: CChar.self), text.count)
    }
  }

  /// simdjson over a text in memory.
  static func visitJSON(_ path: String) throws {
    guard visit_json_version() != nil else {
      Swift.print("unavailable", "simdjson is not installed")
      return
    }
    guard let text = visit_json_load(path) else {
      throw Refused(description: "simdjson cannot read \(path)")
    }
    defer { visit_json_free(text) }
    let count = Figures.measure { visit_json_count(text) }
    guard count > 0 else { throw Refused(description: "simdjson: the text is not valid") }
    Figures.print("values", count)
  }
}
