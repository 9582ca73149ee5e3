/// A few threads for one job, which end before the job does.
///
/// The thread that hands out work also does some while it waits for results, so that with one worker
/// everything happens on it, in the order in which it was handed out. Errors travel as values:
///
///     submit ─► queue ─► worker │ worker │ the caller, while it waits ─► result(of:)
package struct Workers: ~Copyable {
  private struct State: Sendable {
    var waiting: [@Sendable () -> Void] = []
    var isClosed = false
  }

  private let state = Monitor(State())
  /// The caller's thread among them.
  package let count: Int
  private var threads: [WorkerThread] = []

  private init(_ count: WorkerCount) { self.count = count.count }

  /// Runs a job, and ends its threads; work that nobody has begun by then is dropped.
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

  /// Hands out work.
  package mutating func submit<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value
  ) -> WorkItem<Value> {
    let item = WorkItem<Value>()
    let state = state
    let waiting = state.change { state in
      state.waiting.append { item.finish(work()) }
      return state.waiting.count
    }
    // The caller will do what waits alone; for more there are helpers, as many as can be had.
    if waiting > 1, threads.count < count - 1,
      let thread = WorkerThread({ Self.work(state) })
    {
      threads.append(thread)
    }
    return item
  }

  /// Waits for a result, doing other work meanwhile; each result can be taken once.
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

  /// What a helper does until there is no more.
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

  /// Works on elements side by side, and hands the results to this thread one by one in the order of
  /// the elements; only a few are worked on ahead of the one that is awaited.
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

  /// How much work a caller should hand out before it asks for the oldest result.
  package var ahead: Int { count == 1 ? 1 : 2 * count }
}
