/// Makes an actor a model actor, with a context of its own and `init(modelContainer:)`.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "DocumentDataMacros", type: "ModelActorMacro")
