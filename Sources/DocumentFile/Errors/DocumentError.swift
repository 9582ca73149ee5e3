import DocumentTables
import Markup
import ZipArchive

/// Why a document cannot be read, checked, written or replaced: the rule, the place, the words.
///
/// Every layer below has errors of its own; at the border of this module they become this one, and
/// stay at hand as ``underlying``.
package struct DocumentError: Error, Sendable {
  /// The stable identifier of a rule (spec 8); tools print it and tests match it.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// Where in a part or in a file something stands.
  package enum Place: Hashable, Sendable {
    /// Bytes before it.
    case offset(Int)
    /// Both from 1.
    case line(Int, column: Int)
  }

  package var code: Code
  /// The path of the file, as the caller named it.
  package var file: String?
  /// The name of the part: an entry of the zip, or a section of a flat document.
  package var part: String?
  package var place: Place?
  package var entity: String?
  package var key: ObjectKey?
  package var property: String?
  /// What was found or expected; may be empty.
  package var detail: String
  package var underlying: (any Error)?

  package init(
    _ code: Code, file: String? = nil, part: String? = nil, place: Place? = nil,
    entity: String? = nil, key: ObjectKey? = nil, property: String? = nil, _ detail: String = "",
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.file = file
    self.part = part
    self.place = place
    self.entity = entity
    self.key = key
    self.property = property
    self.detail = detail
    self.underlying = underlying
  }

  /// The same error, said to have happened in a part, where it does not name one yet.
  func inPart(_ name: String) -> DocumentError {
    var error = self
    if error.part == nil { error.part = name }
    return error
  }

  /// Whether it is the fault of what is read, where something is written meanwhile.
  package var isOfSource: Bool {
    // Nothing but a source fails to be read, a zip or not.
    category == .badData || code.rawValue == ZipError.Code.readFailed.rawValue
  }

  /// The same error, said to have happened in a file, where it does not name one yet.
  package func inFile(_ path: String?) -> DocumentError {
    var error = self
    if error.file == nil { error.file = path }
    return error
  }
}

extension DocumentError {
  init(_ error: ZipError) {
    self.init(
      Code(error.code.rawValue), part: error.entry, place: error.offset.map(Place.offset),
      error.words, underlying: error)
  }

  init(_ error: MarkupError, part: String? = nil) {
    self.init(
      Code(error.code.rawValue), part: part,
      place: .line(error.position.line, column: error.position.column), error.detail,
      underlying: error)
  }

  init(_ problem: SchemaProblem, part: String? = nil) {
    self.init(
      Code(problem.code.rawValue), part: part, entity: problem.entity,
      property: problem.property, problem.detail, underlying: problem)
  }
}

extension ZipError {
  /// The message without entry and place, which the document's error says itself.
  fileprivate var words: String {
    var copy = self
    copy.entry = nil
    copy.offset = nil
    return copy.message
  }
}

extension DocumentError {
  /// A report that stops at the first thing that is wrong.
  static func refuse(_ error: DocumentError) throws(DocumentError) { throw error }
}

extension DocumentError {
  init(_ code: Code, file: String?, _ failure: SystemFailure) {
    self.init(code, file: file, failure.description, underlying: failure)
  }
}

extension DocumentError {
  /// What an external value's source reported comes through as it was.
  init(_ error: RecordError, part: String? = nil) {
    if let inner = error.underlying as? DocumentError {
      self = inner
      entity = entity ?? error.entity
      key = key ?? error.key
      property = property ?? error.property
      return
    }
    self.init(
      Code(error.code.rawValue), part: part,
      place: .line(error.position.line, column: error.position.column), entity: error.entity,
      key: error.key, property: error.property, error.detail, underlying: error)
  }
}
