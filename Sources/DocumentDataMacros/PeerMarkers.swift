import SwiftSyntax
import SwiftSyntaxMacros

/// The macros `@Attribute`, `@Relationship` and `@Transient`, which expand to nothing.
///
/// The compiler checks their arguments; `@Model` copies their syntax into the schema's metadata.
package struct PeerMarkers: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
