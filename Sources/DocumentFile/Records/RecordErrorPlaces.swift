import DocumentTables
import Markup

extension RecordError {
  /// Creates an error with its place from an error of a JSON reader.
  init(_ error: any Error, in json: JSONReader, at offset: Int, inTree: Bool) {
    self.init(error, inTree: inTree) { problem in
      json.error(.jsonSyntax, at: problem?.offset ?? offset).position
    }
  }

  /// Creates an error from an error of an XML reader; its place is the current token.
  init(_ error: any Error, in xml: XMLReader, inTree: Bool) {
    self.init(error, inTree: inTree) { _ in xml.error(.xmlUnexpectedElement).position }
  }

  /// Creates an error from an error of a reader.
  ///
  /// - Parameter position: Returns the place of the error, given the problem if the error is one.
  init(_ error: any Error, inTree: Bool, position: (RecordProblem?) -> TextPosition) {
    switch error {
    case let error as RecordError:
      self = error
    case let error as MarkupError:
      let code = Code(error.code, inTree: inTree) ?? Code(rawValue: error.code.rawValue)
      self.init(code, at: error.position, error.detail, underlying: error)
    case let problem as RecordProblem:
      self.init(problem.code, at: position(problem), problem.detail)
    case let problem as TextFormProblem:
      self.init(Code(problem, inTree: inTree), at: position(nil), "the text \(problem)")
    case let failure as ExternalValueFailure:
      self.init(
        .externalUnavailable, at: position(nil), "external/\(failure.digest.text)",
        underlying: failure.underlying)
    default:
      self.init(.syntax, at: position(nil), "\(error)", underlying: error)
    }
  }
}
