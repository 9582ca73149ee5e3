import DocumentTables
import Markup
import ZipArchive

/// An error of reading, checking, writing or replacing a document, with its rule, place and
/// message.
///
/// At the border of this module, errors of the layers below become a `DocumentError`, and are kept
/// as ``underlying``.
package struct DocumentError: Error, Sendable {
  /// The stable identifier of a rule (spec 8), which tools print and tests match.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// A position in a part or in a file.
  package enum Place: Hashable, Sendable {
    /// The number of bytes before the position.
    case offset(Int)
    /// A line and a column, both counted from 1.
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

  /// Returns the error with the name of a part, unless it already names a part.
  func inPart(_ name: String) -> DocumentError {
    var error = self
    if error.part == nil { error.part = name }
    return error
  }

  /// Whether the error is caused by the source that is read, rather than by the target that is
  /// written.
  package var isOfSource: Bool {
    // A read can fail only in a source, whether or not it is a zip.
    category == .badData || code.rawValue == ZipError.Code.readFailed.rawValue
  }

  /// Returns the error with the path of a file, unless it already names a file.
  package func inFile(_ path: String?) -> DocumentError {
    var error = self
    if error.file == nil { error.file = path }
    return error
  }
}

extension DocumentError {
  package init(_ error: ZipError) {
    self.init(
      Code(error.code.rawValue), part: error.entry, place: error.offset.map(Place.offset),
      error.words, underlying: error)
  }

  package init(_ error: MarkupError, part: String? = nil) {
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
  /// The message without entry and offset, which the document's error prints itself.
  fileprivate var words: String {
    var copy = self
    copy.entry = nil
    copy.offset = nil
    return copy.message
  }
}

extension DocumentError {
  /// A report closure that throws the first error.
  static func refuse(_ error: DocumentError) throws(DocumentError) { throw error }
}

extension DocumentError {
  init(_ code: Code, file: String?, _ failure: SystemFailure) {
    let detail: String
    switch (code, file) {
    case (.fileNotFound, _): detail = ""
    case (.outputCannotBeCreated, let file?) where failure.isMissing:
      let folder = file.lastIndex(of: "/").map { file[..<$0] } ?? "."
      detail = "the folder \(folder) does not exist"
    default: detail = failure.description
    }
    self.init(code, file: file, detail, underlying: failure)
  }
}

extension DocumentError {
  /// Converts a record error; a ``DocumentError`` that an external value's source threw keeps its
  /// code and detail.
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
