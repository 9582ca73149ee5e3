/// An executor that runs the work of a model actor and owns the context of that work.
public protocol ModelExecutor: Executor {
  /// The context of the actor; only the executor's work may use it.
  var modelContext: ModelContext { get }
}

/// A model executor that runs jobs one after the other.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

/// An executor that runs the work of a model actor on its own queue, so never on the main actor.
///
/// This does not depend on where the actor was created; Apple's executor runs work where the actor
/// was created.
public final class DefaultSerialModelExecutor: @unchecked Sendable, SerialModelExecutor {
  // Unchecked because of the context, which is not Sendable. The reference never changes, and only
  // jobs that `enqueue` puts on a serial queue use the context, one after the other; the
  // initialiser requires the caller to give the context away. The queue is Sendable.
  /// The context of the actor.
  public let modelContext: ModelContext
  private let queue: DispatchQueue
  private static let mark = DispatchSpecificKey<ObjectIdentifier>()

  /// Creates an executor for work that uses a context.
  ///
  /// The context must not be used elsewhere afterwards.
  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    queue = DispatchQueue(label: "DocumentData.DefaultSerialModelExecutor")
    queue.setSpecific(key: Self.mark, value: ObjectIdentifier(self))
    modelContext.isConfinedToExecutor = true
  }

  /// Runs a job after all earlier jobs.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Returns a reference to the executor for the runtime.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Whether the caller is part of the executor's work.
  public func isIsolatingCurrentContext() -> Bool? {
    DispatchQueue.getSpecific(key: Self.mark) == ObjectIdentifier(self)
  }
}
