import SwiftSyntaxMacros

#if canImport(SwiftCompilerPlugin)
  import SwiftCompilerPlugin

  extension Plugin: CompilerPlugin {}
#endif

/// The program that the compiler starts to expand macros.
@main struct Plugin {
  let providingMacros: [any Macro.Type] = [
    ModelMacro.self,
    ModelActorMacro.self,
    PersistedConstantMacro.self,
    PersistedPropertyMacro.self,
    PredicateMacro.self,
    PeerMarkers.self,
    SchemaNoteMacro.self,
  ]
}
