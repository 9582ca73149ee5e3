/// The reason why a text is rejected as JSON or XML, with the position.
///
/// One word wide, so that the typed throws of the readers return it in a register.
@usableFromInline package struct MarkupError: Error, Sendable {
  /// The broken rule; its raw value is the identifier of the rule.
  @usableFromInline package enum Code: String, CaseIterable, Sendable {
    case jsonSyntax = "json-syntax"
    case jsonTruncated = "json-truncated"
    case jsonTrailingBytes = "json-trailing-bytes"
    case jsonByteOrderMark = "json-byte-order-mark"
    case jsonInvalidUTF8 = "json-invalid-utf8"
    case jsonControlCharacter = "json-control-character"
    case jsonEscape = "json-escape"
    case jsonLoneSurrogate = "json-lone-surrogate"
    case jsonDuplicateKey = "json-duplicate-key"
    case jsonNumber = "json-number"
    case jsonNotAnInteger = "json-not-an-integer"
    case jsonNumberRange = "json-number-range"
    case jsonDepth = "json-depth"
    case jsonTextLength = "json-text-length"
    case jsonUnexpectedValue = "json-unexpected-value"
    case xmlEncoding = "xml-encoding"
    case xmlInvalidUTF8 = "xml-invalid-utf8"
    case xmlVersion = "xml-version"
    case xmlDeclaration = "xml-declaration"
    case xmlDoctype = "xml-doctype"
    case xmlProcessingInstruction = "xml-processing-instruction"
    case xmlNotWellFormed = "xml-not-well-formed"
    case xmlNamespace = "xml-namespace"
    case xmlDepth = "xml-depth"
    case xmlAttributeCount = "xml-attribute-count"
    case xmlTextLength = "xml-text-length"
    case xmlSize = "xml-size"
    case xmlUnexpectedElement = "xml-unexpected-element"
    case xmlUnexpectedText = "xml-unexpected-text"
    case xmlOutOfMemory = "xml-out-of-memory"
  }

  private final class Storage: Sendable {
    let code: Code
    let position: TextPosition
    let detail: String

    init(code: Code, position: TextPosition, detail: String) {
      self.code = code
      self.position = position
      self.detail = detail
    }
  }

  private let storage: Storage

  package var code: Code { storage.code }
  package var position: TextPosition { storage.position }
  /// What was expected or found, or the message of libxml2; may be empty.
  package var detail: String { storage.detail }

  package init(_ code: Code, at position: TextPosition, _ detail: String = "") {
    storage = Storage(code: code, position: position, detail: detail)
  }

  /// Creates an error at an offset.
  ///
  /// Only this initialiser counts the line and the column, so parsing without errors costs nothing
  /// extra.
  package init(
    _ code: Code, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>, _ detail: String = ""
  ) {
    self.init(code, at: TextPosition(offset: offset, in: bytes), detail)
  }
}

extension MarkupError: Equatable {
  @usableFromInline package static func == (left: MarkupError, right: MarkupError) -> Bool {
    left.code == right.code && left.position == right.position && left.detail == right.detail
  }
}

extension MarkupError: CustomStringConvertible {
  @usableFromInline package var description: String {
    let place = "line \(position.line), column \(position.column)"
    let words = detail.isEmpty ? code.summary : "\(code.summary): \(detail)"
    return "\(place): \(words) [\(code.rawValue)]"
  }
}

extension MarkupError.Code {
  /// A short description of the rule.
  package var summary: String {
    switch self {
    case .jsonSyntax: "not valid JSON"
    case .jsonTruncated: "the JSON text ends too early"
    case .jsonTrailingBytes: "something follows the JSON value"
    case .jsonByteOrderMark: "JSON must not begin with a byte order mark"
    case .jsonInvalidUTF8, .xmlInvalidUTF8: "the text is not valid UTF-8"
    case .jsonControlCharacter: "a control character must be escaped in a string"
    case .jsonEscape: "unknown or incomplete escape in a string"
    case .jsonLoneSurrogate: "an escaped surrogate lacks its partner"
    case .jsonDuplicateKey: "the same key occurs twice in one object"
    case .jsonNumber: "not a JSON number"
    case .jsonNotAnInteger: "an integer was expected"
    case .jsonNumberRange: "the number is out of range"
    case .jsonDepth, .xmlDepth: "nested too deeply"
    case .jsonTextLength, .xmlTextLength: "a text is too long"
    case .jsonUnexpectedValue: "a value of another type was expected"
    case .xmlEncoding: "XML must be UTF-8 without a byte order mark"
    case .xmlVersion: "the XML version must be 1.0"
    case .xmlDeclaration: "the XML declaration is malformed"
    case .xmlDoctype: "a document type declaration is not allowed"
    case .xmlProcessingInstruction: "a processing instruction is not allowed"
    case .xmlNotWellFormed: "not well-formed XML"
    case .xmlNamespace: "the use of namespaces is not well-formed"
    case .xmlAttributeCount: "too many attributes or declarations of namespaces"
    case .xmlSize: "the XML text is too large"
    case .xmlUnexpectedElement: "an element is in a place for text only"
    case .xmlUnexpectedText: "text is in a place for elements only"
    case .xmlOutOfMemory: "the XML parser has no memory"
    }
  }
}
