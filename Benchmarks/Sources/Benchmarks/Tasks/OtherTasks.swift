import TripDocuments

/// Work that serves measuring.
enum OtherTasks {
  static var all: [MeasuredTask] {
    [
      MeasuredTask(name: "write-peer-text", arity: 2) {
        try PeerText(path: $0[1]).write(TripDocument(contentsOf: URL(fileURLWithPath: $0[0])))
      },
      MeasuredTask(name: "start", arity: 1, work: start),
    ]
  }

  /// Another program, of which this small process tells what it took.
  private static func start(_ arguments: [String]) throws {
    let process = ChildProcess(program: arguments[0], arguments: Array(arguments.dropFirst()))
    let outcome = try process.run()
    print("wall", outcome.wall)
    print("processor", outcome.processor)
    print("peak", outcome.peakBytes)
  }
}
