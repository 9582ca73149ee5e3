import DocumentTables

/// The constant texts of a hierarchy's records in one encoding, in one buffer, so that writing a
/// value uses no object and retains nothing.
struct RecordTemplate: Sendable {
  /// A range of ``texts``.
  struct Piece: BitwiseCopyable {
    var start = 0
    var count = 0
  }

  /// The texts of one property of an entity.
  struct Property: BitwiseCopyable {
    let column: Int
    /// The property's index in the plan of its entity.
    var index: Int
    let opening: Piece
    let closing: Piece
    /// The whole property if its value is null.
    let null: Piece
    /// The whole property if its text is empty.
    let empty: Piece
    /// Enough room for everything of fixed length and for the longest scalar.
    let room: Int
    let isOrder: Bool
    let isFloat: Bool
    /// Whether JSON puts the values in quotation marks; ``opening`` and ``closing`` contain them.
    let isQuoted: Bool
    /// The largest value in raw bytes that is not stored in a part of its own.
    let largestInlineSize: Int
  }

  struct Entity: BitwiseCopyable {
    /// The separator before a record, and its text up to the key.
    let opening: Piece
    /// The text after the key.
    let keyClosing: Piece
    let closing: Piece
    let firstProperty: Int
    let endOfProperties: Int
    let room: Int

    var properties: Range<Int> { firstProperty..<endOfProperties }
  }

  /// All constant texts, followed by a word, because the last text is copied in whole words.
  private(set) var texts: [UInt8] = []
  private(set) var properties: [Property] = []
  private(set) var entities: [Entity] = []

  /// The number of bytes in the words in which pieces are copied.
  static let wordSize = 8
  /// The maximum length of a scalar.
  private static let longestScalar = 48

  init(_ plan: RecordPlan, encoding: DocumentEncoding) {
    // Entities share the texts of inherited properties.
    var known: [Int: Property] = [:]
    for entity in plan.entities {
      let first = properties.count
      for (index, property) in entity.properties.enumerated() where property.column >= 0 {
        var template = known[property.column] ?? self.property(property, encoding)
        known[property.column] = template
        template.index = index
        properties.append(template)
      }
      let opening: Piece
      let keyClosing: Piece
      let closing: Piece
      switch encoding {
      case .json:
        opening = piece(RecordBlock.separator(encoding) + entity.jsonOpening)
        keyClosing = Piece()
        closing = piece(Array("}".utf8))
      case .xml:
        opening = piece(RecordBlock.separator(encoding) + entity.xmlOpening)
        keyClosing = piece(Array("\">".utf8))
        closing = piece(Array("</d:record>".utf8))
      }
      entities.append(
        Entity(
          opening: opening, keyClosing: keyClosing, closing: closing,
          firstProperty: first, endOfProperties: properties.count,
          room: Self.room(for: [opening, keyClosing, closing])))
    }
    texts += [UInt8](repeating: 0, count: Self.wordSize)
  }

  private mutating func property(_ plan: PropertyPlan, _ encoding: DocumentEncoding) -> Property {
    let opening: Piece
    let closing: Piece
    let null: Piece
    let empty: Piece
    switch encoding {
    case .json:
      let quote: [UInt8] = plan.isQuotedInJSON ? [UInt8(ascii: "\"")] : []
      opening = piece(plan.jsonOpening + quote)
      closing = piece(quote)
      null = piece(plan.jsonOpening + Array("null".utf8))
      empty = piece(plan.jsonOpening + quote + quote)
    case .xml:
      opening = piece(plan.xmlOpening + [UInt8(ascii: ">")])
      closing = piece(plan.xmlClosing)
      var text: [UInt8] = []
      XMLRecordWriter.append(mark: "nil", plan, to: &text)
      null = piece(text)
      empty = piece(plan.xmlOpening + Array("/>".utf8))
    }
    return Property(
      column: plan.column, index: 0, opening: opening, closing: closing, null: null,
      empty: empty, room: Self.room(for: [opening, closing, null, empty]),
      isOrder: plan.kind == .order, isFloat: plan.kind == .scalar(.float),
      isQuoted: plan.isQuotedInJSON,
      largestInlineSize: plan.canBeExternal
        ? (plan.isExternal ? 0 : ExternalValue.largestInlineSize) : Int.max)
  }

  private mutating func piece(_ bytes: [UInt8]) -> Piece {
    defer { texts += bytes }
    return Piece(start: texts.count, count: bytes.count)
  }

  /// The approximate number of bytes of a record without its texts.
  var usualRecordBytes: Int {
    let sizes = entities.map { entity in
      properties[entity.properties].reduce(entity.room) { sum, property in
        sum + property.opening.count + property.closing.count + Self.wordSize
      }
    }
    return sizes.max() ?? 0
  }

  private static func room(for pieces: [Piece]) -> Int {
    pieces.reduce(longestScalar) { $0 + $1.count + wordSize }
  }
}

extension PropertyPlan {
  /// Whether all values except null are strings in JSON.
  fileprivate var isQuotedInJSON: Bool {
    switch kind {
    case .scalar(.text), .scalar(.decimal), .scalar(.url), .scalar(.date), .scalar(.uuid),
      .scalar(.data):
      true
    default: false
    }
  }
}
