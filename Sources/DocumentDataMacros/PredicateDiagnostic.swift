import SwiftDiagnostics
import SwiftSyntax

/// Diagnostics for operations that a predicate cannot apply to its inputs, with the alternatives.
enum PredicateDiagnostic: DiagnosticMessage {
  case noClosure(String)
  case notOneExpression
  case statement(String)
  case function(String)
  case replacedFunction(String, by: String)
  case freeFunction(String)
  case nestedPredicateOfInput
  case prefixOperator(String)
  case infixOperator(String)
  case collectionLiteral
  case interpolation
  case tuple
  case closure
  case keyPath
  case keyPathOfInput
  case optionalBinding
  case condition
  case noElse
  case effect(String)
  case reference(String)
  case expression

  var severity: DiagnosticSeverity { .error }

  var diagnosticID: MessageID { MessageID(domain: "DocumentData", id: "predicate-\(identifier)") }

  func at(_ node: some SyntaxProtocol) -> Diagnostic { Diagnostic(node: node, message: self) }

  private var identifier: String {
    switch self {
    case .noClosure: "no-closure"
    case .notOneExpression: "not-one-expression"
    case .statement: "statement"
    case .function, .replacedFunction: "function"
    case .freeFunction: "free-function"
    case .nestedPredicateOfInput: "nested-predicate"
    case .prefixOperator, .infixOperator: "operator"
    case .collectionLiteral: "collection-literal"
    case .interpolation: "interpolation"
    case .tuple: "tuple"
    case .closure: "closure"
    case .keyPath: "key-path"
    case .keyPathOfInput: "key-path-of-input"
    case .optionalBinding: "optional-binding"
    case .condition: "condition"
    case .noElse: "no-else"
    case .effect: "effect"
    case .reference: "reference"
    case .expression: "expression"
    }
  }

  var message: String {
    switch self {
    case .noClosure(let name):
      "#\(name) reads the text of its closure; write the closure here, '#\(name) { … }'"
    case .notOneExpression:
      "a predicate is a single expression; join conditions with '&&' and '||', "
        + "and write one expression per branch of an 'if'"
    case .statement(let kind):
      "a predicate is a single expression without \(kind); "
        + "compute what does not depend on the input before the predicate"
    case .function(let signature):
      "a predicate cannot call '\(signature)' on its input; "
        + "use what a predicate can express, or filter the fetched objects"
    case .replacedFunction(let signature, let replacement):
      "a predicate cannot call '\(signature)' on its input; write '\(replacement)' instead"
    case .freeFunction(let name):
      "a predicate cannot pass its input to '\(name)'; "
        + "use what a predicate can express, or filter the fetched objects"
    case .nestedPredicateOfInput:
      "a predicate that is evaluated inside another one cannot depend on that one's input; "
        + "make it before and use its name here"
    case .prefixOperator(let name):
      "a predicate cannot apply the prefix operator '\(name)' to its input"
    case .infixOperator(let name):
      "a predicate cannot apply the operator '\(name)' to its input"
    case .collectionLiteral:
      "a predicate cannot collect values of its input in a literal; "
        + "compare each of them and join the comparisons with '||' or '&&'"
    case .interpolation:
      "a predicate cannot put values of its input into text; compare each of them by itself"
    case .tuple:
      "a predicate cannot make a tuple of values of its input; compare each of them by itself"
    case .closure:
      "a predicate takes a closure only for the elements of a collection or of an optional"
    case .keyPath:
      "a predicate cannot apply this key path; write a closure instead"
    case .keyPathOfInput:
      "a predicate cannot take a key path from its input; make the key path before the predicate"
    case .optionalBinding:
      "a predicate binds one name; write 'if let name = …'"
    case .condition:
      "a predicate tests conditions and binds optionals; it cannot match patterns or versions"
    case .noElse:
      "an 'if' in a predicate needs an 'else', because every way through must give a value"
    case .effect(let keyword):
      "a predicate cannot '\(keyword)'; compute the value before the predicate and capture it"
    case .reference(let keyword):
      "a predicate keeps values and not objects, so it captures nothing '\(keyword)'; "
        + "give the value a name before the predicate"
    case .expression:
      "a predicate cannot do this with its input"
    }
  }
}
