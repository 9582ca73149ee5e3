import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `#Predicate` and `#Expression`: a closure becomes the tree of expressions that it describes.
///
/// Foundation's own macros on Linux refuse nested predicates and name no enumeration's case. Here
/// whatever does not depend on the inputs is a value that the predicate captures, so that only
/// what is done with the inputs needs a node in the tree.
package struct PredicateMacro: ExpressionMacro {
  package static var formatMode: FormatMode { .disabled }

  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> ExprSyntax {
    let name = node.macroName.text
    let argument = node.arguments.first?.expression.as(ClosureExprSyntax.self)
    guard let closure = node.trailingClosure ?? argument else {
      throw DiagnosticsError(diagnostics: [PredicateDiagnostic.noClosure(name).at(node)])
    }
    let translation = PredicateTranslation(of: closure)
    let source = translation.closure(closure)
    guard translation.diagnostics.isEmpty else {
      throw DiagnosticsError(diagnostics: translation.diagnostics)
    }
    let types = node.genericArgumentClause?.trimmedDescription ?? ""
    return "\(raw: "Foundation.\(name)\(types)(\(source))")"
  }
}
