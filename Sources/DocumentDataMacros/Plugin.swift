import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main struct Plugin: CompilerPlugin {
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
