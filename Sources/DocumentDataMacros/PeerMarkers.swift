import SwiftSyntax
import SwiftSyntaxMacros

/// The macros `@Attribute`, `@Relationship` and `@Transient`, which expand to nothing.
package struct PeerMarkers: PeerMacro {
  package static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
