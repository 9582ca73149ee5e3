import DocumentFile
import DocumentTables

extension DocumentError.Code {
  /// The nodes of a file name each other so often that they would make a document out of all proportion.
  package static let jsonLDExpansion = Self(rawValue: "limit-json-ld-bytes")
}

/// How much a file may grow when the nodes that it names come in place of the references, and a reservation for
/// several things becomes one for each.
///
/// A few bytes can name a large node, and a large node many things, so the budget counts memory, not references.
/// It is a function of the file's size.
struct ExpansionBudget {
  /// What the smallest file may need.
  static let least = 4 << 20
  /// What each byte of a file adds.
  static let perByte = 32
  /// What a value needs beside its text, about.
  private static let valueBytes = 64

  let limit: Int
  /// The bytes that were added so far.
  private(set) var spent = 0

  /// - Parameter bytes: The size of the file.
  init(ofFile bytes: Int) {
    // A file that is in memory is far smaller than this bound.
    limit = Self.least + Self.perByte * min(max(bytes, 0), 1 << 50)
  }

  /// Takes the bytes of a tree that comes to the nodes, `count` times.
  ///
  /// - Throws: `limit-json-ld-bytes` before anything is added.
  mutating func take(_ bytes: Int, count: Int = 1) throws(DocumentError) {
    let (product, isLarge) = bytes.multipliedReportingOverflow(by: count)
    let (sum, overflow) = spent.addingReportingOverflow(product)
    guard !isLarge, !overflow, sum <= limit else {
      throw DocumentError(
        .jsonLDExpansion,
        "its nodes refer to each other so often that they would need more than \(limit) bytes")
    }
    spent = sum
  }

  /// Returns the memory that a tree needs, about.
  static func bytes(of tree: Tree) -> Int {
    var bytes = 0
    var waiting = [tree]
    while let tree = waiting.popLast() {
      bytes += valueBytes
      switch tree {
      case .text(let text), .spelled(_, let text):
        bytes += text.utf8.count
      case .array(let items): waiting.append(contentsOf: items)
      case .object(let members):
        for member in members {
          bytes += member.name.utf8.count
          waiting.append(member.value)
        }
      default: break
      }
    }
    return bytes
  }
}
