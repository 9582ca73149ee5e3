import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The macros `#Predicate` and `#Expression`, which turn a closure into the tree of expressions
/// that it describes.
///
/// On Linux, Foundation's own macros reject nested predicates and cannot name enum cases. In these
/// macros the predicate captures each value that does not depend on the inputs, so only operations
/// on the inputs need a node in the tree.
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
    let source = translation.root(closure)
    guard translation.diagnostics.isEmpty else {
      throw DiagnosticsError(diagnostics: translation.diagnostics)
    }
    let types = node.genericArgumentClause?.trimmedDescription ?? ""
    return "\(raw: "Foundation.\(name)\(types)(\(source))")"
  }
}
