import DocumentTables

/// The constant texts of a template, for a writer of records.
struct TemplateTexts {
  private let texts: UnsafeRawPointer?

  /// - Parameter texts: The texts of a ``RecordTemplate``, which must outlive this value.
  init(_ texts: UnsafeBufferPointer<UInt8>) { self.texts = UnsafeRawPointer(texts.baseAddress) }

  /// Copies a piece in whole words and returns the end of the copy; the destination has room for a
  /// word more.
  @inline(__always)
  func copy(
    _ piece: RecordTemplate.Piece, to end: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    guard let texts else { return end }
    let target = UnsafeMutableRawPointer(end)
    var offset = 0
    // Bound: the last word begins within the piece, and ends within the word behind all texts and
    // within the caller's room.
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
