import DocumentTables
import Markup

/// An error in a record or a typed tree of a part, with its position.
///
/// Text that is not valid JSON or XML keeps the rule of the markup reader. One error type thus
/// covers all errors in a part's text, always with a position.
package struct RecordError: Error, Sendable {
  /// The stable identifier of a rule (spec 8).
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
  }

  package var code: Code
  package var position: TextPosition
  package var entity: String?
  package var key: ObjectKey?
  package var property: String?
  /// What was found or expected; may be empty.
  package var detail: String
  package var underlying: (any Error)?

  package init(
    _ code: Code, at position: TextPosition, entity: String? = nil, key: ObjectKey? = nil,
    property: String? = nil, _ detail: String = "", underlying: (any Error)? = nil
  ) {
    self.code = code
    self.position = position
    self.entity = entity
    self.key = key
    self.property = property
    self.detail = detail
    self.underlying = underlying
  }
}

extension RecordError.Code {
  package static let syntax = Self(rawValue: "record-syntax")
  package static let unknownEntity = Self(rawValue: "record-unknown-entity")
  package static let abstractEntity = Self(rawValue: "record-abstract-entity")
  package static let keyRange = Self(rawValue: "record-key-range")
  package static let keyOrder = Self(rawValue: "record-key-order")
  package static let duplicateKey = Self(rawValue: "record-duplicate-key")
  package static let unknownProperty = Self(rawValue: "record-unknown-property")
  package static let duplicateProperty = Self(rawValue: "record-duplicate-property")
  package static let missingProperty = Self(rawValue: "record-missing-property")
  package static let derivedProperty = Self(rawValue: "record-derived-property")
  package static let null = Self(rawValue: "record-null")
  package static let valueType = Self(rawValue: "record-value-type")
  package static let valueRange = Self(rawValue: "record-value-range")
  package static let valueNotCanonical = Self(rawValue: "record-value-not-canonical")
  package static let valueNotRepresentable = Self(rawValue: "record-value-not-representable")
  package static let enumCase = Self(rawValue: "record-enum-case")
  package static let foreignName = Self(rawValue: "record-foreign-name")
  package static let needlessEscape = Self(rawValue: "record-needless-escape")
  package static let partSize = Self(rawValue: "record-part-size")
  package static let externalSyntax = Self(rawValue: "record-external-syntax")
  package static let externalNotAllowed = Self(rawValue: "record-external-not-allowed")
  package static let externalRequired = Self(rawValue: "record-external-required")
  package static let externalNeedless = Self(rawValue: "record-external-needless")
  package static let externalSize = Self(rawValue: "record-external-size")
  package static let externalText = Self(rawValue: "record-external-text")
  package static let externalUnavailable = Self(rawValue: "record-external-unavailable")
  package static let treeDepth = Self(rawValue: "tree-depth")
  package static let treeSize = Self(rawValue: "tree-size")
  package static let treeMark = Self(rawValue: "tree-mark")
  package static let treeDuplicateName = Self(rawValue: "tree-duplicate-name")
  package static let treeElement = Self(rawValue: "tree-element")
  package static let treeValueType = Self(rawValue: "tree-value-type")
  package static let treeValueRange = Self(rawValue: "tree-value-range")
  package static let treeValueNotCanonical = Self(rawValue: "tree-value-not-canonical")
  package static let treeValueNotRepresentable = Self(rawValue: "tree-value-not-representable")
}

extension RecordError: CustomStringConvertible {
  package var description: String {
    var words = "line \(position.line), column \(position.column)"
    if let entity { words += key.map { ", \(entity) \($0)" } ?? ", \(entity)" }
    if let property { words += ", \(property)" }
    return detail.isEmpty ? "\(words) [\(code.rawValue)]" : "\(words): \(detail) [\(code.rawValue)]"
  }
}

/// An error in a record to which the reader has not yet added the position.
struct RecordProblem: Error {
  var code: RecordError.Code
  var detail: String
  /// The position of the error; nil for the start of the current property.
  var offset: Int?

  init(_ code: RecordError.Code, _ detail: String = "", at offset: Int? = nil) {
    self.code = code
    self.detail = detail
    self.offset = offset
  }
}

extension RecordError.Code {
  /// The rule that a value's text breaks.
  init(_ problem: TextFormProblem, inTree: Bool) {
    switch problem {
    case .malformed: self = inTree ? .treeValueType : .valueType
    case .notCanonical: self = inTree ? .treeValueNotCanonical : .valueNotCanonical
    case .outOfRange: self = inTree ? .treeValueRange : .valueRange
    case .notRepresentable: self = inTree ? .treeValueNotRepresentable : .valueNotRepresentable
    }
  }

  /// The rule that a value of another kind breaks, although its markup is well-formed; nil for
  /// broken markup.
  init?(_ code: MarkupError.Code, inTree: Bool) {
    switch code {
    case .jsonUnexpectedValue, .jsonNotAnInteger, .xmlUnexpectedElement, .xmlUnexpectedText:
      self = inTree ? .treeValueType : .valueType
    case .jsonNumberRange: self = inTree ? .treeValueRange : .valueRange
    default: return nil
    }
  }
}
