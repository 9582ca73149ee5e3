import Testing

@testable import DocumentTables

@Suite("The canonical order of marks")
struct CanonicalOrderTests {
  /// Scalars of several combining classes, two that decompose, and what ends a run of marks.
  private static let marks: [Unicode.Scalar] = [
    "\u{301}", "\u{323}", "\u{327}", "\u{344}", "\u{340}", "\u{35C}", "\u{5B0}", "\u{94D}",
    "\u{F71}",
    "\u{302A}", "\u{1D165}",
  ]
  private static let letters: [Unicode.Scalar] = ["a", "\u{E9}", "\u{1E69}", "\u{F73}", "\u{AC01}"]

  /// A run of marks chosen at random behind a letter that may end with marks when decomposed.
  private static func text(_ count: Int, _ random: inout TextFormRandom) -> String {
    var text = String.UnicodeScalarView()
    text.append(letters.randomElement(using: &random) ?? "a")
    for _ in 0..<count { text.append(marks.randomElement(using: &random) ?? "\u{301}") }
    if Bool.random(using: &random) { text.append("z") }
    return String(text)
  }

  /// How many places sorting by insertion moves marks over, which is what the standard library does.
  private static func moves(in text: String) -> Int {
    var moves = 0
    var counts = [Int](repeating: 0, count: 256)
    for scalar in text.unicodeScalars {
      let combiningClass = Int(CanonicalOrder.combiningClass(of: scalar))
      if combiningClass == 0 {
        counts = [Int](repeating: 0, count: 256)
      } else {
        moves += counts[(combiningClass + 1)...].reduce(0, +)
        counts[combiningClass] += 1
      }
    }
    return moves
  }

  @Test("Texts with long runs keep their meaning", arguments: 0..<200)
  func meaning(seed: Int) {
    var random = TextFormRandom(seed: UInt64(seed))
    let text = Self.text(Int.random(in: 0...200, using: &random), &random)
    let ordered = CanonicalOrder.ordered(text)
    #expect(ordered == text)
    #expect(ordered.unicodeScalars.count == text.unicodeScalars.count)
    #expect(ComparisonText(text).hashValue == ComparisonText(ordered).hashValue)
    var normalized: [UInt8] = []
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      NormalizedText.forEachByte(of: bytes) { normalized.append($0) }
    }
    #expect(String(decoding: normalized, as: UTF8.self) == text)
  }

  @Test(
    "Sorting by insertion moves few marks afterwards, however many there are",
    arguments: [65, 129, 1000, 20_000])
  func moves(count: Int) {
    var random = TextFormRandom(seed: UInt64(count))
    let alternating = "a" + String(repeating: "\u{301}\u{323}", count: count / 2 + 1)
    for text in [alternating, Self.text(count, &random), Self.text(count, &random) + alternating] {
      let limit = CanonicalOrder.shortRun * (text.unicodeScalars.count + 1)
      #expect(Self.moves(in: CanonicalOrder.ordered(text)) <= limit)
      if count >= 1000 { #expect(Self.moves(in: text) > limit) }
    }
  }

  @Test("Texts without long runs in the wrong order are returned as they are")
  func untouched() {
    let texts = [
      "", "Lisboa", String(repeating: "e\u{301}\u{323}", count: 300),
      "a" + String(repeating: "\u{301}", count: 300),
      "a" + String(repeating: "\u{323}", count: 300) + String(repeating: "\u{301}", count: 300),
    ]
    for text in texts {
      #expect(CanonicalOrder.ordered(text).utf8.elementsEqual(text.utf8))
    }
  }

  @Test("Every scalar decomposes as the proof needs")
  func decompositions() {
    // The planes with decompositions of marks; those of ideographs are single ideographs.
    for value in UInt32(0xC0)..<0x1_F000 {
      guard let scalar = Unicode.Scalar(value), !(0x3400..<0xAC00).contains(value),
        !(0xAC00..<0xD7A4).contains(value)
      else { continue }
      let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
      let parts = Array(NormalizedTextOracle.decomposed(scalar))
      if parts.count == 1, parts[0] == scalar { continue }
      let classes = parts.map { $0.properties.canonicalCombiningClass.rawValue }
      if combiningClass != 0 {
        #expect(classes.allSatisfy { $0 == combiningClass }, "\(scalar.escaped(asASCII: true))")
      } else {
        #expect(classes.count { $0 != 0 } <= 3, "\(scalar.escaped(asASCII: true))")
      }
    }
  }

  // Spec 3.12-31
  @Test("Keys, searches and orders of texts with very long runs come to an end")
  func everywhere() throws {
    let run = String(repeating: "\u{301}\u{323}", count: 100_000)
    let sorted =
      String(repeating: "\u{323}", count: 100_000) + String(repeating: "\u{301}", count: 100_000)
    let (text, same, other) = ("a" + run + "b", "a" + sorted + "b", "a" + run + "\u{301}b")
    #expect(ComparisonText(text) == ComparisonText(same))
    #expect(ComparisonText(text).hashValue == ComparisonText(same).hashValue)
    #expect(ComparisonText(text) != ComparisonText(other))
    #expect(!(ComparisonText(text) < ComparisonText(same)))
    #expect(ComparisonKey(.text(text)) == ComparisonKey(.text(same)))
    #expect(KeyHashes.hash([.text(text)]) == KeyHashes.hash([.text(same)]))
    #expect(naturalOrder(.text(text), .text(same)) == 0)
    #expect(Set<Value>([.text(text), .text(same), .text(text)]).count == 2)
    #expect(Set<Tree>([.text(text), .text(same), .text(text)]).count == 2)
    for test in [
      ValueTest.text(PreparedText(same)), .textSet(PreparedTexts([same])),
      .textTest(.contains("b"), PreparedText("b")), .textTest(.hasPrefix("a" + sorted), nil),
      .textRange(TextRange(lower: (PreparedText("a"), true))),
    ] {
      #expect(test.matches(.text(text)))
    }
    let table = TableEntity(
      name: "T", attributes: [TableAttribute(name: "name", type: .scalar(.text))],
      uniquenessConstraints: [["name"]])
    let schema = try TableSchema(name: "S", version: nil, entities: [table])
    let builder = SegmentBuilder(schema.hierarchies[0])
    for (index, text) in [text, same, other].enumerated() {
      builder.append(key: ObjectKey(index + 1), discriminator: 0, values: [.text(text)])
    }
    let segment = builder.finish()
    let hashes = KeyHashes(of: segment.columns).hashes
    #expect(hashes[0] == hashes[1] && hashes[0] != hashes[2])
    var fingerprints: [RowFingerprint] = []
    RowFingerprint.forEach(in: segment.columns, where: { _ in true }) { fingerprint, _ in
      fingerprints.append(fingerprint)
    }
    #expect(fingerprints[0] == fingerprints[1] && fingerprints[0] != fingerprints[2])
  }

  @Test("Names of a schema are measured before they are compared")
  func names() {
    let long = "a" + String(repeating: "\u{301}\u{323}", count: 100_000)
    let attribute = TableAttribute(name: "a", type: .scalar(.text), isNullable: true)
    let schemas = [
      TableEntity(name: long), TableEntity(name: "A", superentity: long),
      TableEntity(name: "A", originalName: long),
      TableEntity(
        name: "A", attributes: [TableAttribute(name: long, type: .scalar(.text))]),
      TableEntity(
        name: "A",
        relationships: [TableRelationship(name: "r", destination: long, isToMany: false)]),
      TableEntity(
        name: "A",
        relationships: [
          TableRelationship(name: "r", destination: "A", inverse: long, isToMany: false)
        ]),
      TableEntity(name: "A", attributes: [attribute], uniquenessConstraints: [[long]]),
      TableEntity(name: "A", attributes: [attribute], indexes: [["a", long]]),
    ]
    for entity in schemas {
      #expect(throws: SchemaProblem.self) {
        try TableSchema(name: "S", version: nil, entities: [entity])
      }
    }
  }
}
