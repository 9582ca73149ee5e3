import SwiftSyntax

extension PredicateTranslation {
  /// Translates a method call on an expression.
  func call(_ call: FunctionCallExprSyntax) -> String {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      let base = member.base
    else {
      let name = call.calledExpression.trimmedDescription
      return value(call, orDiagnose: .freeFunction(name), at: call.calledExpression)
    }
    if member.declName.baseName.text == "evaluate", dependsOnInput(call) {
      return evaluation(of: base, call)
    }
    let signature = Self.signature(of: call, name: member.declName.baseName.text)
    guard let shape = Self.methods[signature] else {
      let diagnostic: PredicateDiagnostic =
        Self.replacements[signature].map { .replacedFunction(signature, by: $0) }
        ?? .function(signature)
      return value(call, orDiagnose: diagnostic, at: member.declName)
    }
    guard dependsOnInput(call) else { return value(call, orDiagnose: .expression, at: call) }
    var arguments = [node(base)]
    let given =
      call.arguments.map(\.expression) + (call.trailingClosure.map { [ExprSyntax($0)] } ?? [])
    for (label, argument) in zip(shape.labels, given) {
      let text = shape.takesClosure ? elementClosure(argument) : node(argument)
      arguments.append(label.map { "\($0): \(text)" } ?? text)
    }
    return "PredicateExpressions.build_\(shape.name)(\(arguments.joined(separator: ", ")))"
  }

  /// Translates a subscript: an element or a part of a collection, the value for a key, or the
  /// value at a key path.
  func `subscript`(_ call: SubscriptCallExprSyntax) -> String {
    let labels = call.arguments.map { $0.label?.text }
    guard call.trailingClosure == nil, Self.subscripts.contains(labels) else {
      return value(call, orDiagnose: .expression, at: call.leftSquare)
    }
    if labels == ["keyPath"], let keyPath = call.arguments.first?.expression {
      guard !dependsOnInput(keyPath) else { return diagnose(.keyPathOfInput, at: keyPath) }
      return "PredicateExpressions.build_KeyPath"
        + "(root: \(node(call.calledExpression)), keyPath: \(keyPath.trimmedDescription))"
    }
    mayLackValue = true
    let arguments = call.arguments.map { argument in
      (argument.label.map { "\($0.text): " } ?? "") + node(argument.expression)
    }
    return "PredicateExpressions.build_subscript"
      + "(\(([node(call.calledExpression)] + arguments).joined(separator: ", ")))"
  }

  private static let subscripts: Set<[String?]> = [[nil], [nil, "default"], ["keyPath"]]

  // MARK: Nested predicates

  /// Translates the evaluation of another predicate or expression with the input.
  ///
  /// The other predicate is captured separately, because Foundation creates no node for a predicate
  /// that it cannot encode.
  private func evaluation(of base: ExprSyntax, _ call: FunctionCallExprSyntax) -> String {
    if let unwrap = base.as(ForceUnwrapExprSyntax.self), !dependsOnInput(base) {
      mayLackValue = true
      return "PredicateExpressions.build_ForcedUnwrap(\(evaluation(of: unwrap.expression, call)))"
    }
    guard !dependsOnInput(base) else { return diagnose(.nestedPredicateOfInput, at: base) }
    mayLackValue = true
    let inputs = call.arguments.map { node($0.expression) }
    let arguments = [base.trimmedDescription] + inputs
    return "PredicateExpressions.build_evaluate(\(arguments.joined(separator: ", ")))"
  }

  /// Translates `predicate?.evaluate(input)`, which is nil if there is no predicate; returns nil
  /// for other expressions.
  func nestedEvaluation(
    after optional: OptionalChainingExprSyntax, within expression: ExprSyntax
  ) -> String? {
    guard let call = expression.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "evaluate", member.base?.id == optional.id,
      !dependsOnInput(optional.expression)
    else { return nil }
    return evaluation(of: optional.expression, call)
  }

  // MARK: Closures of methods

  private func elementClosure(_ argument: ExprSyntax) -> String {
    if let closure = argument.as(ClosureExprSyntax.self) { return self.closure(closure) }
    guard let keyPath = argument.as(KeyPathExprSyntax.self), keyPath.root == nil else {
      return diagnose(.closure, at: argument)
    }
    return elementClosure(keyPath)
  }

  /// Translates a key path in place of a closure, each component as a member of the element.
  private func elementClosure(_ keyPath: KeyPathExprSyntax) -> String {
    var heads: [String] = []
    var current = "element"
    for component in keyPath.components {
      switch component.component {
      case .property(let property) where property.declName.argumentNames == nil:
        current = self.property(property.declName.baseName.text, of: current)
      case .optional(let mark) where mark.questionOrExclamationMark.tokenKind == .exclamationMark:
        mayLackValue = true
        current = "PredicateExpressions.build_ForcedUnwrap(\(current))"
      case .optional:
        heads.append("PredicateExpressions.build_flatMap(\(current), { element in ")
        current = "element"
      default: return diagnose(.keyPath, at: keyPath)
      }
    }
    return "{ element in \(heads.joined())\(current)"
      + "\(String(repeating: " })", count: heads.count)) }"
  }

  // MARK: What a predicate can call

  private static func signature(of call: FunctionCallExprSyntax, name: String) -> String {
    var labels = call.arguments.map { "\($0.label?.text ?? "_"):" }
    if call.trailingClosure != nil { labels.append(name == "contains" ? "where:" : "_:") }
    labels += call.additionalTrailingClosures.map { "\($0.label.text):" }
    return "\(name)(\(labels.joined()))"
  }

  private typealias Method = (name: String, labels: [String?], takesClosure: Bool)

  private static let methods: [String: Method] = [
    "contains(_:)": ("contains", [nil], false),
    "contains(where:)": ("contains", ["where"], true),
    "allSatisfy(_:)": ("allSatisfy", [nil], true),
    "filter(_:)": ("filter", [nil], true),
    "flatMap(_:)": ("flatMap", [nil], true),
    "starts(with:)": ("starts", ["with"], false),
    "min()": ("min", [], false),
    "max()": ("max", [], false),
    "localizedStandardContains(_:)": ("localizedStandardContains", [nil], false),
    "localizedCompare(_:)": ("localizedCompare", [nil], false),
    "caseInsensitiveCompare(_:)": ("caseInsensitiveCompare", [nil], false),
  ]

  private static let replacements = [
    "hasPrefix(_:)": "starts(with:)",
    "localizedCaseInsensitiveContains(_:)": "localizedStandardContains(_:)",
    "localizedCaseInsensitiveCompare(_:)": "localizedCompare(_:)",
    "localizedStandardCompare(_:)": "localizedCompare(_:)",
    "lowercased()": "caseInsensitiveCompare(_:) == .orderedSame",
    "uppercased()": "caseInsensitiveCompare(_:) == .orderedSame",
    "first(where:)": "contains(where:)",
    "first(_:)": "contains(where:)",
    "map(_:)": "contains(where:), allSatisfy(_:) or filter(_:)",
    "elementsEqual(_:)": "==",
  ]
}
