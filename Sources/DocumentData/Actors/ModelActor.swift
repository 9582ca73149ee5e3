/// An actor with its own context; the macro `@ModelActor` adds the conformance.
public protocol ModelActor: Actor {
  /// The container of the actor's objects.
  nonisolated var modelContainer: ModelContainer { get }
  /// The executor that runs the actor's work and owns its context.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// The executor of the actor, for the runtime.
  nonisolated public var unownedExecutor: UnownedSerialExecutor {
    (modelExecutor as? any SerialModelExecutor)?.asUnownedSerialExecutor()
      ?? SharedSerialExecutor.shared.asUnownedSerialExecutor()
  }

  /// The actor's context.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// Returns the actor's own instance of an object that another context has identified; nil if
  /// there is no such object, or it has another class.
  public subscript<T: PersistentModel>(id: PersistentIdentifier, as type: T.Type) -> T? {
    modelContext.existingModel(for: id) as? T
  }
}

/// A serial executor for actors whose own executor does not conform to `SerialModelExecutor`.
private final class SharedSerialExecutor: SerialExecutor {
  static let shared = SharedSerialExecutor()
  private let queue = DispatchQueue(label: "DocumentData.SharedSerialExecutor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Makes an actor conform to ``ModelActor``, with its own context and `init(modelContainer:)`.
@attached(member, names: named(modelExecutor), named(modelContainer), named(init))
@attached(extension, conformances: ModelActor)
public macro ModelActor() = #externalMacro(module: "DocumentDataMacros", type: "ModelActorMacro")
