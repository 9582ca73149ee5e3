import DocumentData

/// What is going on, for standard error; the table alone goes to standard output.
enum Progress {
  static func say(_ words: String) {
    FileHandle.standardError.write(Data((words + "\n").utf8))
  }
}
