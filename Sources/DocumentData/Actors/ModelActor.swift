/// An actor with a context of its own; `@ModelActor` makes an actor conform.
public protocol ModelActor: Actor {
  /// The container whose objects the actor works with.
  nonisolated var modelContainer: ModelContainer { get }
  /// What runs the actor's work, and has its context.
  nonisolated var modelExecutor: any ModelExecutor { get }
}

extension ModelActor {
  /// Names what runs the actor's work to the runtime.
  nonisolated public var unownedExecutor: UnownedSerialExecutor {
    (modelExecutor as? any SerialModelExecutor)?.asUnownedSerialExecutor()
      ?? SharedSerialExecutor.shared.asUnownedSerialExecutor()
  }

  /// The actor's context.
  public var modelContext: ModelContext { modelExecutor.modelContext }

  /// The actor's own object of an identifier that another context has given; nil if there is none,
  /// or it is of another class.
  public subscript<T: PersistentModel>(id: PersistentIdentifier, as type: T.Type) -> T? {
    modelContext.existingModel(for: id) as? T
  }
}

/// Runs the work of actors whose executor does not say that it runs one piece after the other.
private final class SharedSerialExecutor: SerialExecutor {
  static let shared = SharedSerialExecutor()
  private let queue = DispatchQueue(label: "DocumentData.SharedSerialExecutor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
