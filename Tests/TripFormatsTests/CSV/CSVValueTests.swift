import DocumentTables
import Testing

@testable import TripFormats

@Suite("Values as texts of CSV files")
struct CSVValueTests {
  /// Values of a type whose texts need quotes, escapes or exponents.
  private func values(_ type: ScalarType) -> [Value] {
    switch type {
    case .text: [.text(""), .text("a \"b\"\n,\u{1}é👩"), .text("$x")]
    case .url: [.text("https://example.com/a?b=c,d")]
    case .decimal: [.text("-1.5"), .text("NaN")]
    case .date: [.date(0.5), .date(1e300), .date(.infinity)]
    case .data: [.data([]), .data([0, 255, 7])]
    case .day: [.integer(-730_485), .integer(9312)]
    case .bool: [.bool(true), .bool(false)]
    case .uuid: [.uuid(UInt128.max / 3)]
    default: []
    }
  }

  @Test("are those of their columns where they are copied", arguments: ScalarType.allCases)
  func copied(_ element: ScalarType) {
    let type = AttributeType.array(element, nullableElements: true)
    guard CSVValues.isWrittenAsNested(type) else { return }
    let value = Value.array(values(element) + [element.blank, .null])
    var (text, copy): ([UInt8], [UInt8]) = ([], [])
    CSVValues.append(value, type, to: &text)
    NestedForm.array(element).append(value, to: &copy)
    #expect(String(decoding: copy, as: UTF8.self) == String(decoding: text, as: UTF8.self))
  }

  @Test("of trees are those of their columns")
  func trees() {
    let tree = Tree.members([
      "$a": .double(1),
      "b": .array([.null, .integer(1 << 53), .spelled(.url, "https://a.example")]),
      "c": .double(0.1), "d": .date(0), "e": .text("\"\n"),
    ])
    var (text, copy): ([UInt8], [UInt8]) = ([], [])
    CSVValues.append(.tree(tree), .tree(shape: nil), to: &text)
    NestedForm.tree.append(.tree(tree), to: &copy)
    #expect(CSVValues.isWrittenAsNested(.tree(shape: nil)) && copy == text)
  }
}
