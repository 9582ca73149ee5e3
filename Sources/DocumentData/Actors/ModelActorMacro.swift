/// Makes an actor conform to ``ModelActor``, with its own context and `init(modelContainer:)`.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "DocumentDataMacros", type: "ModelActorMacro")
