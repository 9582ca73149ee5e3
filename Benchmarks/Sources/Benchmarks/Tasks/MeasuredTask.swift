import DocumentData

/// One piece of work that a process of its own does and measures, so that no other work has warmed
/// or filled its memory, and the number of threads can differ.
struct MeasuredTask {
  static let flag = "--task"

  struct Misuse: Error {}

  let name: String
  /// How many arguments it takes at least.
  let arity: Int
  let work: (_ arguments: [String]) async throws -> Void

  static var all: [MeasuredTask] {
    OpeningTasks.all + SavingTasks.all + HistoryTasks.all + AttributeTasks.all
      + MigratingTasks.all + OtherTasks.all
  }

  static func run(_ arguments: [String]) async throws {
    let rest = Array(arguments.dropFirst())
    guard let task = all.first(where: { $0.name == arguments.first }), rest.count >= task.arity
    else { throw Misuse() }
    try await task.work(rest)
    // What was opened is left to the system: freeing it is measured by nobody.
    exit(0)
  }
}
