import DocumentTables
import Markup

/// JSON for other programs: members in the order of their names, two spaces for each level.
enum JSONLayout {
  private enum Step {
    case value(Tree, level: Int)
    case text(String)
  }

  static func bytes(of tree: Tree) -> [UInt8] {
    var bytes: [UInt8] = []
    // A stack of its own, so that a deep tree does not overflow the call stack.
    var stack: [Step] = [.text("\n"), .value(tree, level: 0)]
    while let step = stack.popLast() {
      switch step {
      case .text(let text): bytes.append(contentsOf: text.utf8)
      case .value(.array(let items), let level):
        if items.isEmpty {
          bytes.append(contentsOf: "[]".utf8)
          continue
        }
        bytes.append(UInt8(ascii: "["))
        stack.append(.text(line(level) + "]"))
        for (index, item) in items.enumerated().reversed() {
          stack.append(.value(item, level: level + 1))
          stack.append(.text((index > 0 ? "," : "") + line(level + 1)))
        }
      case .value(.object(let members), let level):
        if members.isEmpty {
          bytes.append(contentsOf: "{}".utf8)
          continue
        }
        bytes.append(UInt8(ascii: "{"))
        stack.append(.text(line(level) + "}"))
        for (index, member) in members.enumerated().reversed() {
          stack.append(.value(member.value, level: level + 1))
          stack.append(
            .text((index > 0 ? "," : "") + line(level + 1) + string(member.name) + ": "))
        }
      case .value(let scalar, _): append(scalar, to: &bytes)
      }
    }
    return bytes
  }

  private static func line(_ level: Int) -> String {
    "\n" + String(repeating: "  ", count: level)
  }

  private static func string(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ scalar: Tree, to bytes: inout [UInt8]) {
    switch scalar {
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .unsigned(let value): bytes.append(contentsOf: String(value).utf8)
    case .double(let value) where value.isFinite:
      let text = FloatingPointText.text(value)
      bytes.append(contentsOf: text.utf8)
      // A number with a fraction stays one.
      if text.utf8.allSatisfy({ $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "e") }) {
        bytes.append(contentsOf: ".0".utf8)
      }
    case .spelled(.decimal, let value): bytes.append(contentsOf: value.utf8)
    case .text(let value): JSONText.append(value, to: &bytes)
    default: bytes.append(contentsOf: "null".utf8)
    }
  }
}
