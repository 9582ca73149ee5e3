import DocumentTables

/// The constant texts of a hierarchy's records in one encoding.
///
/// All texts are in one buffer, so that writing a value uses no object and retains nothing.
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
    /// The number of bytes to reserve for all texts and the longest scalar.
    let room: Int
    let isOrder: Bool
    let isFloat: Bool
    /// Whether JSON writes the values in quotation marks, which ``opening`` and ``closing``
    /// contain.
    let isQuoted: Bool
    /// The number of raw bytes above which a value is stored in a part of its own.
    let largestInlineSize: Int
  }

  struct Entity: BitwiseCopyable {
    /// The separator before a record, and its text up to the key.
    let opening: Piece
    /// The text after the key, which names the entity unless it is the root.
    let keyClosing: Piece
    let closing: Piece
    let firstProperty: Int
    let endOfProperties: Int
    let room: Int

    var properties: Range<Int> { firstProperty..<endOfProperties }
  }

  /// All constant texts, padded by one word, because pieces are copied in whole words.
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
        opening = piece(RecordBlock.separator(encoding) + EntityPlan.jsonOpening)
        keyClosing = piece(entity.jsonEntity)
        closing = piece(Array("}".utf8))
      case .xml:
        opening = piece(RecordBlock.separator(encoding) + EntityPlan.xmlOpening)
        keyClosing = piece(Array("\"".utf8) + entity.xmlEntity + Array(">".utf8))
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
    guard case .scalar(let type) = kind else { return false }
    return switch type {
    case .date, .day, .uuid, .data: true
    default: type.storage == .text
    }
  }
}

/// The constant texts of a template, for a writer of records.
struct TemplateTexts {
  private let texts: UnsafeRawPointer?

  /// - Parameter texts: The texts of a ``RecordTemplate``, which must outlive this value.
  init(_ texts: UnsafeBufferPointer<UInt8>) { self.texts = UnsafeRawPointer(texts.baseAddress) }

  /// Copies a piece in whole words and returns the end of the copy.
  ///
  /// The destination has room for one word more than the piece.
  @inline(__always)
  func copy(
    _ piece: RecordTemplate.Piece, to end: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    guard let texts else { return end }
    let target = UnsafeMutableRawPointer(end)
    var offset = 0
    // Bound: the last word begins within the piece and ends at most a word behind it, which is
    // within the padding of the texts and within the caller's room.
    while offset < piece.count {
      let word = texts.loadUnaligned(fromByteOffset: piece.start + offset, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
      offset &+= RecordTemplate.wordSize
    }
    return end + piece.count
  }

  @inline(__always)
  func append(_ piece: RecordTemplate.Piece, room: Int, to text: inout TextBuffer) {
    _ = copy(piece, to: text.room(for: room))
    text.advance(by: piece.count)
  }

  /// Begins a record, up to the end of its key.
  @inline(__always)
  func open(_ entity: RecordTemplate.Entity, key: ObjectKey, in text: inout TextBuffer) {
    // Bound: the entity's room is that of its pieces and of a scalar.
    let start = text.room(for: entity.room)
    var end = copy(entity.opening, to: start)
    end += IntegerText.write(key, to: end)
    end = copy(entity.keyClosing, to: end)
    text.advance(by: end - start)
  }

  @inline(__always)
  func close(_ entity: RecordTemplate.Entity, in text: inout TextBuffer) {
    append(entity.closing, room: entity.room, to: &text)
  }

  /// Appends a property whose value is a scalar; `write` writes it and returns its length.
  @inline(__always)
  func append(
    _ property: RecordTemplate.Property, to text: inout TextBuffer,
    _ write: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    // Bound: the property's room is that of its pieces and of the longest scalar.
    let start = text.room(for: property.room)
    var end = copy(property.opening, to: start)
    end += write(end)
    end = copy(property.closing, to: end)
    text.advance(by: end - start)
  }
}
