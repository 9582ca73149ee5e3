/// A pool of threads for one job, which end before the job returns.
///
/// The submitting thread also runs work while it waits for results. With one worker, all work
/// therefore runs on that thread in submission order. Errors are passed as values:
///
///     submit ─► queue ─► worker │ worker │ the caller, while it waits ─► result(of:)
package struct Workers: ~Copyable {
  private struct State: Sendable {
    var waiting: [@Sendable () -> Void] = []
    var isClosed = false
  }

  private let state = Monitor(State())
  /// The number of threads, including the caller's.
  package let count: Int
  private var threads: [WorkerThread] = []

  private init(_ count: WorkerCount) { self.count = count.count }

  /// Runs a job and then ends its threads.
  ///
  /// Work that has not started by then is dropped.
  package static func run<Result, Failure: Error>(
    _ count: WorkerCount, _ job: (inout Workers) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var workers = Workers(count)
    defer { workers.close() }
    return try job(&workers)
  }

  private mutating func close() {
    state.change {
      $0.waiting = []
      $0.isClosed = true
    }
    for thread in threads { thread.join() }
    threads = []
  }

  /// Submits work and returns the item that will receive its result.
  package mutating func submit<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value
  ) -> WorkItem<Value> {
    let item = WorkItem<Value>()
    let state = state
    let waiting = state.change { state in
      state.waiting.append { item.finish(work()) }
      return state.waiting.count
    }
    // A single waiting item is left to the caller. If more are waiting, another thread starts,
    // unless the limit is reached or the system refuses.
    if waiting > 1, threads.count < count - 1,
      let thread = WorkerThread({ Self.work(state) })
    {
      threads.append(thread)
    }
    return item
  }

  /// Waits for a result and runs other work meanwhile.
  ///
  /// Each result can be taken only once.
  package borrowing func result<Value>(of item: WorkItem<Value>) -> Value {
    while true {
      if let value = item.take() { return value }
      let next: (@Sendable () -> Void)? = state.wait { state in
        if item.isFinished { return .some(nil) }
        return state.waiting.isEmpty ? nil : .some(state.waiting.removeFirst())
      }
      next?()
    }
  }

  /// Runs work on a helper thread until the pool closes.
  private static func work(_ state: Monitor<State>) {
    while true {
      let next: (@Sendable () -> Void)? = state.wait { state in
        if state.isClosed { return .some(nil) }
        return state.waiting.isEmpty ? nil : .some(state.waiting.removeFirst())
      }
      guard let next else { return }
      next()
      state.change { _ in }
    }
  }

  /// Processes elements concurrently and passes the results to `consume` one by one, on this
  /// thread, in the order of the elements.
  ///
  /// Submits at most ``ahead`` elements before it consumes the oldest result.
  package mutating func forEach<Element: Sendable, Value: Sendable, Failure: Error>(
    of elements: some Sequence<Element>, _ work: @escaping @Sendable (Element) -> Value,
    _ consume: (Element, Value) throws(Failure) -> Void
  ) throws(Failure) {
    var pending: [(element: Element, item: WorkItem<Value>)] = []
    for element in elements {
      if pending.count >= ahead {
        let oldest = pending.removeFirst()
        try consume(oldest.element, result(of: oldest.item))
      }
      pending.append((element, submit { work(element) }))
    }
    for (element, item) in pending { try consume(element, result(of: item)) }
  }

  /// The number of items that a caller should submit before it takes the oldest result.
  package var ahead: Int { count == 1 ? 1 : 2 * count }
}
