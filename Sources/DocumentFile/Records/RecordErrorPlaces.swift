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
      self.init(
        inTree ? problem.code.inTree : problem.code, at: position(problem), problem.detail)
    case let problem as TextFormProblem:
      self.init(Code(problem, inTree: inTree), at: position(nil))
    case let failure as ExternalValueFailure:
      self.init(
        .externalUnavailable, at: position(nil), "external/\(failure.digest.text)",
        underlying: failure.underlying)
    default:
      self.init(.syntax, at: position(nil), "\(error)", underlying: error)
    }
  }

  /// Adds the name of a property and, if its value is not valid, the form of a valid value.
  mutating func describe(_ plan: PropertyPlan) {
    // A member of a structure was described before its property is.
    if let member = property {
      property = "\(plan.name).\(member)"
      return
    }
    property = plan.name
    let codes: [Code] = [.valueType, .valueRange, .valueNotCanonical, .valueNotRepresentable]
    guard detail.isEmpty || underlying is MarkupError, codes.contains(code),
      // Every text is a text; only its spelling in the file can be wrong.
      plan.kind != .scalar(.text) || code != .valueNotCanonical,
      let form = plan.kind.expectedForm
    else { return }
    detail = "expected " + form
  }
}

extension PropertyKind {
  /// The form of a value in words, for messages; nil for values without a form of their own.
  fileprivate var expectedForm: String? {
    switch self {
    case .scalar(let type): type.expectation
    case .array(let type, _): "a list, each item " + type.expectation
    case .reference: "the id of an object"
    case .list, .order: "a list of ids of objects"
    case .structure: "the attributes of a structure"
    case .tree, .derived: nil
    }
  }
}

extension RecordError.Code {
  /// The rule of a typed tree that corresponds to a rule of a record's value.
  fileprivate var inTree: RecordError.Code {
    switch self {
    case .valueType: .treeValueType
    case .valueRange: .treeValueRange
    case .valueNotCanonical: .treeValueNotCanonical
    case .valueNotRepresentable: .treeValueNotRepresentable
    default: self
    }
  }
}
