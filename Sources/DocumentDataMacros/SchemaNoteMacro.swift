import SwiftSyntax
import SwiftSyntaxMacros

/// `#Unique` and `#Index`: they expand to nothing, because a class may state each several times and
/// generated members need distinct names. `@Model` copies their arguments into one member.
public struct SchemaNoteMacro: DeclarationMacro {
  public static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
