import DocumentTables
import Markup

extension RecordError {
  /// Adds the place to what a reader of JSON has thrown.
  init(_ error: any Error, in json: JSONReader, at offset: Int, inTree: Bool) {
    self.init(error, inTree: inTree) { problem in
      json.error(.jsonSyntax, at: problem?.offset ?? offset).position
    }
  }

  /// Adds the place, that of the current token, to what a reader of XML has thrown.
  init(_ error: any Error, in xml: XMLReader, inTree: Bool) {
    self.init(error, inTree: inTree) { _ in xml.error(.xmlUnexpectedElement).position }
  }

  /// Adds the place, asked for with the problem it belongs to, to what a reader has thrown.
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
