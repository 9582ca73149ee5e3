import SwiftSyntax
import SwiftSyntaxMacros

/// A `#Unique` or `#Index` in a model, as an element of the generated list of constraints.
struct SchemaNote {
  let expression: String

  init?(_ expansion: MacroExpansionDeclSyntax, in className: String) {
    let factory: String
    switch expansion.macroName.text {
    case "Unique": factory = "unique"
    case "Index": factory = "index"
    default: return nil
    }
    let model = expansion.genericArgumentClause?.arguments.first?.argument.trimmedDescription
    let arguments = expansion.arguments.map(\.expression.trimmedDescription)
    let list = (["\(model ?? className).self"] + arguments).joined(separator: ", ")
    expression = ".\(factory)(of: \(list))"
  }
}

/// The macros `#Unique` and `#Index`, which expand to nothing.
///
/// A class may contain several of each, and generated members need distinct names. Therefore
/// `@Model` copies the arguments of all of them into one member.
package struct SchemaNoteMacro: DeclarationMacro {
  package static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
