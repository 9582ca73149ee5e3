import DocumentTables
import Markup
import Testing

@testable import DocumentFile

@Suite("Typed trees")
struct TypedTreeTests {
  static func readJSON(_ text: some Sequence<UInt8>) throws -> Tree {
    try Array(text).withUnsafeBufferPointer { bytes in
      var json = try JSONReader(bytes)
      let tree = try JSONTreeReader.read(&json)
      try json.finish()
      return tree
    }
  }

  static func readXML(_ text: String) throws -> Tree {
    try RecordFixture.wrapped(xml: text).withUnsafeBufferPointer { bytes in
      let xml = try XMLReader(bytes)
      _ = try xml.advance()
      return try XMLTreeReader(xml).readOnlyTree()
    }
  }

  // Spec 3.1-1
  @Test("Reading what was written gives the same tree", arguments: 0..<60 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(state: seed)
    let tree = GeneratedValues.tree(&generator, depth: 5)
    #expect(try Self.readJSON(CanonicalJSON.bytes(of: tree)) == tree)
    var marked: [UInt8] = []
    CanonicalJSON.append(tree, .marked, to: &marked)
    #expect(try Self.readJSON(marked) == tree)
    var xml: [UInt8] = []
    XMLTreeWriter.append(tree, to: &xml)
    #expect(try Self.readXML(String(decoding: xml, as: UTF8.self)) == tree)
  }

  @Test("Members and items stand directly inside an element")
  func contents() throws {
    let members = [TreeMember("a", .integer(1)), TreeMember("b\u{0}", .text("\u{0}"))]
    var xml: [UInt8] = []
    XMLTreeWriter.append(members: members, to: &xml)
    XMLTreeWriter.append(items: [], to: &xml)
    let text = RecordFixture.wrapped(xml: String(decoding: xml, as: UTF8.self))
    let read = try text.withUnsafeBufferPointer { bytes in
      let reader = try XMLReader(bytes)
      _ = try reader.advance()
      return try XMLTreeReader(reader).readMembers()
    }
    #expect(read == members)
    xml = []
    XMLTreeWriter.append(items: [.null, .bool(true)], to: &xml)
    let list = RecordFixture.wrapped(xml: String(decoding: xml, as: UTF8.self))
    let items = try list.withUnsafeBufferPointer { bytes in
      let reader = try XMLReader(bytes)
      _ = try reader.advance()
      return try XMLTreeReader(reader).readItems()
    }
    #expect(items == [.null, .bool(true)])
  }

  // Spec 3.1-4
  @Test("A double without a fraction is marked, so that it survives programs that respell numbers")
  func wholeDoubles() throws {
    let tree = Tree.array([.double(1), .double(-0.0), .double(1e300), .double(0.5), .integer(1)])
    var text: [UInt8] = []
    CanonicalJSON.append(tree, .marked, to: &text)
    #expect(
      String(decoding: text, as: UTF8.self)
        == #"[{"$double":"1"},{"$double":"-0"},{"$double":"1e+300"},0.5,1]"#)
    #expect(try Self.readJSON("[1.0,-0.0,1e300,5e-1,1]".utf8) == tree)
  }

  // Spec 3.1-9
  @Test("Members are put in order")
  func order() throws {
    let expected = Tree.members(["a": .integer(1), "$b": .integer(2), "é": .integer(3)])
    #expect(try Self.readJSON(#"{"é":3,"a":1,"$$b":2}"#.utf8) == expected)
    #expect(
      try Self.readXML(
        """
        <d:object> <d:integer name="é">3</d:integer><d:integer name="a">1</d:integer>
        <d:integer name="$b">2</d:integer></d:object>
        """) == expected)
  }

  static let depths = [(64, true), (65, false)]

  @Test("A tree may be 64 levels deep and no more", arguments: depths)
  func depth(levels: Int, isFine: Bool) throws {
    let json = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    let xml =
      String(repeating: "<d:array>", count: levels)
      + String(repeating: "</d:array>", count: levels)
    let fromJSON = Self.code { try Self.readJSON(json.utf8) }
    let fromXML = Self.code { try Self.readXML(xml) }
    #expect(fromJSON == (isFine ? nil : "tree-depth"))
    #expect(fromXML == (isFine ? nil : "tree-depth"))
  }

  @Test("A tree may have so many values and no more", arguments: [(4, true), (3, false)])
  func count(largest: Int, isFine: Bool) throws {
    let expected: RecordError.Code? = isFine ? nil : .treeSize
    let refusal = try Array(#"[1,{"a":[]}]"#.utf8).withUnsafeBufferPointer { bytes in
      var json = try JSONReader(bytes)
      do {
        _ = try JSONTreeReader.readTree(&json, largestCount: largest)
        return nil as RecordError.Code?
      } catch let problem as RecordProblem {
        return problem.code
      }
    }
    #expect(refusal == expected)
    let text = #"<d:array><d:null/><d:object><d:array name="a"/></d:object></d:array>"#
    let fromXML = Self.code {
      try RecordFixture.wrapped(xml: text).withUnsafeBufferPointer { bytes in
        let xml = try XMLReader(bytes)
        _ = try xml.advance()
        return try XMLTreeReader(xml, largestCount: largest).readOnlyTree()
      }
    }
    #expect(fromXML == expected?.rawValue)
  }

  static let refusals = [
    Refusal(
      "tree-duplicate-name", #"{"a":1,"a":2}"#,
      #"<d:object><d:null name="a"/><d:null name="a"/></d:object>"#),
    Refusal("tree-mark", #"{"$nonsense":1}"#, nil),
    Refusal("tree-mark", #"{"a":1,"$date":"x"}"#, nil),
    Refusal("tree-mark", #"{"$url":"https://example.com/","a":1}"#, nil),
    Refusal("tree-value-not-canonical", #"{"$integer":"5"}"#, "<d:integer>05</d:integer>"),
    Refusal("tree-value-not-canonical", "9007199254740992", nil),
    Refusal("tree-value-not-canonical", "-0", "<d:integer>-0</d:integer>"),
    Refusal("tree-value-not-canonical", #"{"$double":"1.5"}"#, "<d:double>1.50</d:double>"),
    Refusal("tree-value-range", "1.0e999", "<d:double>1e+999</d:double>"),
    Refusal(
      "tree-value-range", #"{"$integer":"18446744073709551616"}"#,
      "<d:integer>18446744073709551616</d:integer>"),
    Refusal("tree-value-type", #"{"$date":"nonsense"}"#, "<d:date>nonsense</d:date>"),
    Refusal("tree-value-type", #"{"$date":5}"#, "<d:date><d:null/></d:date>"),
    Refusal("tree-value-type", nil, "<d:bool>yes</d:bool>"),
    Refusal("tree-element", nil, "<d:nonsense/>"),
    Refusal("tree-element", nil, "<text>x</text>"),
    Refusal("tree-element", nil, "<d:null>x</d:null>"),
    Refusal("tree-element", nil, #"<d:null name="a"/>"#),
    Refusal("tree-element", nil, "<d:object><d:null/></d:object>"),
    Refusal("tree-element", nil, #"<d:integer escaped="true">1</d:integer>"#),
    Refusal("tree-element", nil, "<d:null/><d:null/>"),
    Refusal("tree-element", nil, ""),
    Refusal("record-needless-escape", nil, #"<d:text escaped="true">x</d:text>"#),
    Refusal("tree-value-not-canonical", nil, #"<d:text escaped="true">\u0000\u0041</d:text>"#),
    Refusal("json-truncated", #"[1,"#, nil),
    Refusal("json-syntax", #"{"a" 1}"#, nil),
  ]

  // Spec 3.1-5
  @Test("A tree that breaks a rule is refused by that rule", arguments: refusals)
  func refused(refusal: Refusal) {
    if let json = refusal.json {
      #expect(Self.code { try Self.readJSON(json.utf8) } == refusal.code)
    }
    if let xml = refusal.xml {
      #expect(Self.code { try Self.readXML(xml) } == refusal.code)
    }
  }

  /// The rule that a reader names; nil where it reads.
  static func code(_ read: () throws -> Tree) -> String? {
    do {
      _ = try read()
      return nil
    } catch let error as RecordError {
      return error.code.rawValue
    } catch {
      return "\(error)"
    }
  }
}
