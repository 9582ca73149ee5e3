import DocumentTables
import Markup

/// What the canonical texts of structures consist of, in flat arrays, so that a scan retains no object.
///
///     {"address":"Am Hof 1","kind":"city","latitude":48.21}
///     ^ opening   ^ text    ^ opening     ^ double
struct StructureTexts: Sendable {
  /// One member of a structure.
  struct Member: BitwiseCopyable, Sendable {
    /// The brace or comma, the name and the colon.
    let opening: JSONMemberPattern
    /// The place of the same bytes in ``StructureTexts/texts``, for the end of a text.
    let firstByte: Int
    /// The memory that the member takes if it is null: itself and its name (spec 3.12).
    let emptyBytes: Int
    /// The type of the scalar, or of the items of a list.
    let type: ScalarType
    let isList: Bool
    let hasNullableItems: Bool
    let isNullable: Bool
    /// The texts of its cases in ``StructureTexts/cases``; none if every value is allowed.
    let firstCase: Int
    let endCase: Int
  }

  /// The largest ``size(of:)`` of a structure in plain records.
  static let largestSize = 1 << 14

  /// Returns the bytes of the texts that a structure adds.
  static func size(of structure: TableStructure) -> Int {
    structure.openings.reduce(0) { $0 + $1.count }
      + structure.members.reduce(0) { sum, member in
        (member.caseTexts ?? []).reduce(sum) { $0 + $1.count }
      }
  }

  private(set) var members: [Member] = []
  private(set) var texts: [UInt8] = []
  /// The places of texts of cases in ``texts``.
  private(set) var cases: [Range<Int>] = []

  /// Adds the members of a structure and returns their positions.
  mutating func append(_ structure: TableStructure) -> Range<Int> {
    let first = members.count
    for (member, opening) in zip(structure.members, structure.openings) {
      let (type, isList, hasNullableItems) =
        switch member.type {
        case .scalar(let type): (type, false, false)
        case .array(let element, let isNullable): (element, true, isNullable)
        // No structure has such a member.
        case .dictionary, .tree, .structure: (ScalarType.text, false, false)
        }
      let firstCase = cases.count
      for text in member.caseTexts ?? [] {
        cases.append(texts.count..<texts.count + text.count)
        texts += text
      }
      members.append(
        Member(
          opening: JSONMemberPattern(bytes: opening), firstByte: texts.count,
          emptyBytes: Tree.nodeBytes + member.name.utf8.count, type: type, isList: isList,
          hasNullableItems: hasNullableItems, isNullable: member.isNullable, firstCase: firstCase,
          endCase: cases.count))
      texts += opening
    }
    return first..<members.count
  }

  /// The arrays as memory.
  struct View: BitwiseCopyable {
    let members: UnsafeBufferPointer<Member>
    let texts: UnsafeBufferPointer<UInt8>
    let cases: UnsafeBufferPointer<Range<Int>>
  }

  /// Passes the arrays as memory to a closure; the view is valid during the call only.
  func withView<Result>(_ body: (View) -> Result) -> Result {
    // Lifetime: the view is used inside the closures only.
    members.withUnsafeBufferPointer { members in
      texts.withUnsafeBufferPointer { texts in
        cases.withUnsafeBufferPointer { cases in
          body(View(members: members, texts: texts, cases: cases))
        }
      }
    }
  }
}
