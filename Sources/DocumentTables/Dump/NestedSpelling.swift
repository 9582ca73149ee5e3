/// How a dump spells the trees, lists and structures of one property; prepared once for all rows.
///
/// A column has their canonical text (``NestedForm``), and most bytes of it are those of the dump. One scan copies
/// what is equal and respells the rest:
///
///     tree        {"a":{"$double":"1"}}              {"a":1.0}
///     list        ["2026-07-01",null]                [2026-07-01, nil]
///     structure   {"day":"2026-07-01","height":3}    {"day":{"$day":"2026-07-01"},"height":3.0}
///
/// A class, because it is asked row by row, and one pointer is all that a property carries.
final class NestedSpelling: Sendable {
  /// How the values of a scalar type are spelled in a structure.
  private enum MemberSpelling: UInt8, BitwiseCopyable {
    /// Booleans and texts, whose spelling is that of the column.
    case same
    /// A number, or a marked integer where the column has a string.
    case integer
    case double
    /// The spelling of the double of the same value.
    case float
    /// An object of one member.
    case marked

    init(_ type: ScalarType) {
      self =
        switch type.storage {
        case .bool: .same
        case .integer where type.integerRange != nil, .unsigned: .integer
        case .double where type == .double: .double
        case .double where type == .float: .float
        case .text where type == .text: .same
        default: .marked
        }
    }
  }

  private struct Member {
    /// The number of bytes before the value in the column.
    var openingLength: Int
    /// What the dump has in their place, in ``texts``; empty if they are the same.
    var opening: Range<Int>
    /// The bytes before a string that an object of one member has, in ``texts``.
    var mark: Range<Int>
    var isList: Bool
    var spelling: MemberSpelling
  }

  /// The form of the texts that it spells.
  let form: NestedForm
  /// Whether the texts of a list keep their quotation marks.
  private let isQuoted: Bool
  private let members: [Member]
  private let texts: [UInt8]

  /// Nil if the values of the type are not nested.
  init?(_ type: AttributeType) {
    guard let form = type.storage.nestedForm else { return nil }
    self.form = form
    var texts: [UInt8] = []
    var members: [Member] = []
    switch form {
    case .tree: isQuoted = false
    case .array(let element): isQuoted = element.isQuotedInDump
    case .structure(let structure):
      isQuoted = false
      for (member, opening) in zip(structure.members, structure.openings) {
        members.append(Self.member(member, opening, &texts))
      }
    }
    self.members = members
    self.texts = texts
  }

  private static func member(
    _ member: TableAttribute, _ opening: [UInt8], _ texts: inout [UInt8]
  ) -> Member {
    let (type, isList): (ScalarType, Bool) =
      switch member.type {
      case .scalar(let type): (type, false)
      case .array(let type, _): (type, true)
      // Structures have no such members; nulls are in their place.
      case .dictionary, .tree, .structure: (.bool, false)
      }
    // No name of a member begins with `$`, which trees double.
    let spelled = opening.prefix(1) + DumpText.string(member.name) + [UInt8(ascii: ":")]
    let start = texts.count
    if !spelled.elementsEqual(opening) { texts += spelled }
    let end = texts.count
    let mark = MemberSpelling(type) == .integer ? "integer" : type.rawValue
    texts += Array("{\"$\(mark)\":".utf8)
    return Member(
      openingLength: opening.count, opening: start..<end, mark: end..<texts.count, isList: isList,
      spelling: MemberSpelling(type))
  }

  /// Appends what a dump has in the place of a text of the column; the scalars that it hides are not escaped yet.
  func append(_ text: UnsafeBufferPointer<UInt8>, to buffer: inout TextBuffer) {
    var copy = RespelledText(text)
    switch form {
    case .tree: copy.respellTree(&buffer)
    case .array: copy.respellList(isQuoted: isQuoted, &buffer)
    case .structure:
      // Lifetime: both are used inside the closures only. Bound: the ranges are of the texts.
      texts.withUnsafeBufferPointer { texts in
        members.withUnsafeBufferPointer { members in
          for member in members { Self.append(member, texts, &copy, &buffer) }
        }
      }
    }
    copy.finish(&buffer)
  }

  private static func append(
    _ member: Member, _ texts: UnsafeBufferPointer<UInt8>, _ copy: inout RespelledText,
    _ buffer: inout TextBuffer
  ) {
    if member.opening.isEmpty {
      copy.skip(member.openingLength)
    } else {
      let opening = UnsafeBufferPointer(rebasing: texts[member.opening])
      copy.replace(member.openingLength, by: opening, &buffer)
    }
    let isList = member.isList && copy.skip(ifNext: UInt8(ascii: "["))
    if isList, copy.skip(ifNext: UInt8(ascii: "]")) { return }
    let mark = UnsafeBufferPointer(rebasing: texts[member.mark])
    repeat {
      let isString = copy.next == UInt8(ascii: "\"")
      switch member.spelling {
      case .marked where isString, .integer where isString: copy.markString(with: mark, &buffer)
      case .double: copy.respellDouble(&buffer)
      case .float: copy.respellFloat(&buffer)
      case .same, .integer, .marked:
        if isString { copy.skipString() } else { copy.skipWord() }
      }
    } while isList && copy.skip(ifNext: UInt8(ascii: ","))
    if isList { copy.skip(1) }
  }
}

extension ScalarType {
  /// Whether a dump has the values of the type as strings (spec 9.3-1).
  var isQuotedInDump: Bool { storage == .data || storage == .text && self != .decimal }
}
