/// An element of an XML text, with the bytes that state it.
///
///     <wpt lat="48.2" lon="16.4">  <name>Prater</name>  </wpt>
///     └──────── startTag ───────┘└────── content ──────┘
///     └──────────────────────── range ────────────────────────┘
package struct XMLElement: Sendable {
  package struct Attribute: Sendable {
    package let name: XMLName
    package let value: String
  }

  package let name: XMLName
  /// The attributes, without declarations of namespaces.
  package let attributes: [Attribute]
  /// The text of the element, without that of its children, and without white space around these.
  package internal(set) var text = ""
  /// The children that were kept.
  package internal(set) var children: [XMLElement] = []
  package let startTag: Range<Int>
  /// The bytes between the tags; nil if one tag is both, as `<name/>`.
  package internal(set) var content: Range<Int>?
  package internal(set) var range: Range<Int>

  /// Forgets the text and the children.
  package mutating func dropContent() { (text, children) = ("", []) }

  /// Returns the value of an attribute without a namespace; nil if there is none.
  package func attribute(_ local: String) -> String? {
    attributes.first { $0.name.namespace.isEmpty && $0.name.local == local }?.value
  }
}

extension XMLElement {
  /// Reads a text as a tree.
  ///
  /// Positions count bytes of the text. Processing instructions are skipped; document type declarations are refused.
  ///
  /// - Parameters:
  ///   - text: The text in UTF-8, without a byte order mark.
  ///   - takesAnyPrefix: Whether a prefix that is not declared is part of the name, with `_` in place of the colon: programs
  ///     forget declarations.
  ///   - keeps: Called at the end of each element but the root, with its parent as far as that is read: whether the element stays among
  ///     the children of it. A file of many elements needs little memory if they go as they pass, or lose their content.
  /// - Throws: As ``XMLReader``.
  package static func read(
    _ text: [UInt8], limits: MarkupLimits = .standard, takesAnyPrefix: Bool = false,
    keeps: (inout XMLElement, _ parent: XMLElement) -> Bool
  ) throws(MarkupError) -> XMLElement {
    var readable = XMLTagPositions.withoutInstructions(text)
    if takesAnyPrefix { XMLTagPositions.joinUndeclaredPrefixes(in: &readable) }
    // Lifetime: the reader is gone before the bytes are.
    return try readable.withUnsafeBufferPointer { (bytes) throws(MarkupError) in
      try read(bytes, limits, keeps)
    }
  }

  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ limits: MarkupLimits,
    _ keeps: (inout XMLElement, XMLElement) -> Bool
  ) throws(MarkupError) -> XMLElement {
    let reader = try XMLReader(bytes, limits: limits)
    var positions = XMLTagPositions(bytes)
    var open: [XMLElement] = []
    while true {
      switch try reader.advance() {
      case .start:
        guard let tag = positions.next(), let name = reader.name(reader.nameID) else {
          throw reader.error(.xmlNotWellFormed)
        }
        open.append(
          XMLElement(
            name: name, attributes: attributes(of: reader), startTag: tag.range,
            content: tag.isEmpty ? nil : tag.range.upperBound..<tag.range.upperBound,
            range: tag.range))
      case .text:
        guard !open.isEmpty else { continue }
        open[open.count - 1].text += String(decoding: reader.textBytes, as: UTF8.self)
      case .end:
        guard var element = open.popLast() else { throw reader.error(.xmlNotWellFormed) }
        if let content = element.content {
          guard let tag = positions.next() else { throw reader.error(.xmlNotWellFormed) }
          element.content = content.lowerBound..<tag.range.lowerBound
          element.range = element.range.lowerBound..<tag.range.upperBound
        }
        guard let parent = open.last else {
          // What follows the root may be malformed.
          while try reader.advance() != .endOfDocument {}
          return element
        }
        if keeps(&element, parent) { open[open.count - 1].children.append(element) }
      case .endOfDocument: throw reader.error(.xmlNotWellFormed)
      }
    }
  }

  private static func attributes(of reader: XMLReader) -> [Attribute] {
    (0..<reader.attributeCount).compactMap { index in
      let (nameID, value) = reader.attribute(at: index)
      return reader.name(nameID).map {
        Attribute(name: $0, value: String(decoding: value, as: UTF8.self))
      }
    }
  }
}
