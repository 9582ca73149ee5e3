import DocumentData

/// One piece of work that a process of its own does and measures, so that no other work has warmed
/// or filled its memory, and the number of threads can differ.
struct MeasuredTask {
  static let flag = "--task"

  /// What a task gets: the trips that it is about, and words of its own.
  struct Arguments {
    let series: Series
    let words: [String]

    subscript(position: Int) -> String { words[position] }
  }

  struct Misuse: Error {}

  let name: String
  /// How many arguments it takes at least.
  let arity: Int
  let work: (_ arguments: Arguments) async throws -> Void

  static var all: [MeasuredTask] {
    OpeningTasks.all + SavingTasks.all + HistoryTasks.all + AttributeTasks.all + StoreTasks.all
      + GroupingTasks.all + MigratingTasks.all + OtherTasks.all
  }

  /// - Parameter arguments: A series, the name of a task, and its words.
  static func run(_ arguments: [String]) async throws {
    let words = Array(arguments.dropFirst(2))
    guard arguments.count >= 2, let series = Series(rawValue: arguments[0]),
      let task = all.first(where: { $0.name == arguments[1] }), words.count >= task.arity
    else { throw Misuse() }
    try await task.work(Arguments(series: series, words: words))
    // What was opened is left to the system: freeing it is measured by nobody.
    exit(0)
  }
}
