/// Runs the work of a model actor, and has the context that the work uses.
public protocol ModelExecutor: Executor {
  /// The context of the actor; it is confined to the executor's work.
  var modelContext: ModelContext { get }
}

/// A model executor that runs one piece of work after the other.
public protocol SerialModelExecutor: ModelExecutor, SerialExecutor {}

/// Runs the work of a model actor on a queue of its own, so never on the main actor.
///
/// That holds whoever makes the actor: Apple's runs work where the actor was made.
public final class DefaultSerialModelExecutor: @unchecked Sendable, SerialModelExecutor {
  // Unchecked because of the context, which is no Sendable type: the reference never changes, and the
  // context is confined to the jobs that `enqueue` puts on a serial queue, one after the other; whoever
  // makes the executor gives the context away, as the initialiser demands. The queue is Sendable.
  /// The context of the actor.
  public let modelContext: ModelContext
  private let queue: DispatchQueue
  private static let mark = DispatchSpecificKey<ObjectIdentifier>()

  /// Makes an executor for the work that uses a context.
  ///
  /// The context must not be used elsewhere from then on.
  public init(modelContext: ModelContext) {
    self.modelContext = modelContext
    queue = DispatchQueue(label: "DocumentData.DefaultSerialModelExecutor")
    queue.setSpecific(key: Self.mark, value: ObjectIdentifier(self))
    modelContext.isConfinedToExecutor = true
  }

  /// Runs a job once those before it are done.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Names the executor to the runtime.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Whether the caller is part of the executor's work.
  public func isIsolatingCurrentContext() -> Bool? {
    DispatchQueue.getSpecific(key: Self.mark) == ObjectIdentifier(self)
  }
}
