import TripDocuments

/// Work that serves measuring.
enum OtherTasks {
  static var all: [MeasuredTask] {
    [
      MeasuredTask(name: "write-peer-text", arity: 2) {
        try await PeerText(path: $0[1]).write($0.series.document($0[0]), $0.series)
      },
      MeasuredTask(name: "write-middle-name", arity: 2, work: writeMiddleName),
      MeasuredTask(name: "start", arity: 1, work: start),
    ]
  }

  /// The name of a trip in the middle of a document.
  private static func writeMiddleName(_ arguments: MeasuredTask.Arguments) async throws {
    let document = try await arguments.series.document(arguments[0])
    let context = ModelContext(document.modelContainer)
    let name = try arguments.series.trip(behindOneOf: 2, in: context)?.name ?? ""
    try name.write(toFile: arguments[1], atomically: true, encoding: .utf8)
  }

  /// Another program, of which this small process tells what it took.
  private static func start(_ arguments: MeasuredTask.Arguments) throws {
    let process = ChildProcess(
      program: arguments[0], arguments: Array(arguments.words.dropFirst()), keepsOutput: false)
    let outcome = try process.run()
    print("wall", outcome.wall)
    print("processor", outcome.processor)
    print("peak", outcome.peakBytes)
  }
}
