import DocumentFile
import DocumentTables
import TripDocuments
import ZipArchive

/// Writing and saving.
enum SavingTasks {
  static var all: [MeasuredTask] {
    [
      MeasuredTask(name: "write", arity: 2, work: write),
      MeasuredTask(name: "write-at-level", arity: 3, work: writeAtLevel),
      MeasuredTask(name: "save-change", arity: 2, work: saveChange),
      MeasuredTask(name: "insert", arity: 2, work: insert),
    ]
  }

  /// Opens a new file, inserts objects into one context and saves it.
  private static func insert(_ arguments: MeasuredTask.Arguments) throws {
    guard let count = Int(arguments[0]) else { throw MeasuredTask.Misuse() }
    let url = URL(fileURLWithPath: arguments[1])
    try? FileManager.default.removeItem(at: url)
    try Figures.measure {
      let container = try ModelContainer(
        for: Trip.self, configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      for number in 0..<count { context.insert(Trip(number: number)) }
      try context.save()
    }
  }

  private static func write(_ arguments: MeasuredTask.Arguments) async throws {
    let document = try await arguments.series.document(arguments[0])
    let output = URL(fileURLWithPath: arguments[1])
    let compression: DocumentCompression =
      arguments.words.last == "autosave" ? .autosave : .standard
    try await Figures.measure {
      try await document.write(to: output, format: .json, compression: compression)
    }
  }

  /// As the document's `write(to:)` does, at any level of the compressor.
  private static func writeAtLevel(_ arguments: MeasuredTask.Arguments) throws {
    guard let level = Int(arguments[2]) else { throw MeasuredTask.Misuse() }
    let tables = try DocumentFile.read(.path(arguments[0])).tables
    let options = DocumentWriteOptions(
      encoding: .json, compression: .deflated(level: level), type: .trips)
    try Figures.measure {
      try DocumentFile.write(tables, form: .document, options: options, to: .path(arguments[1]))
    }
  }

  /// Changes one trip in the middle and saves in place; then does to the file only what copying all
  /// of it takes: reads it in pieces, digests them, writes them and waits for the disk.
  private static func saveChange(_ arguments: MeasuredTask.Arguments) async throws {
    let document = try await arguments.series.document(arguments[0])
    try document.withContext { context in
      try arguments.series.trip(behindOneOf: 2, in: context)?.destination += "!"
    }
    let begin = Figures.time(CLOCK_MONOTONIC)
    try await Figures.measure { try await document.save() }
    let middle = Figures.time(CLOCK_MONOTONIC)
    try copy(arguments[0], to: arguments[1])
    let copying = Figures.time(CLOCK_MONOTONIC) - middle
    print("copying", copying)
    print("rest", max(0, middle - begin - copying))
  }

  private static func copy(_ path: String, to output: String) throws {
    guard FileManager.default.createFile(atPath: output, contents: nil),
      let source = FileHandle(forReadingAtPath: path),
      let target = FileHandle(forWritingAtPath: output)
    else { throw ChildProcess.Failure(words: "\(path) cannot be copied") }
    while let piece = try source.read(upToCount: 1 << 20), !piece.isEmpty {
      keep(piece.withUnsafeBytes { Digest(of: $0) })
      try target.write(contentsOf: piece)
    }
    try target.synchronize()
    try target.close()
  }
}
