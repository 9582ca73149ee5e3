import SwiftSyntax
import SwiftSyntaxMacros

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
