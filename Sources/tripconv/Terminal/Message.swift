import DocumentData
import DocumentFile

/// A message on standard error: `place: kind: words`, as compilers print them.
///
///     old.trips: note: migrated from 1.0.0 to 4.0.0, 12 objects changed
///     broken.trips.json:3:7: error: Trip 2, name: the property must not be null [record-null]
struct Message {
  enum Kind: String {
    case error, warning, note
  }

  /// The place of messages that are about no file.
  static let program = "tripconv"

  let kind: Kind
  /// The file, with line and column if they are known, or the command.
  let place: String
  let words: String
  /// Further lines, which are printed indented.
  let details: [String]

  init(_ kind: Kind, _ words: String, at place: String = program, details: [String] = []) {
    self.kind = kind
    self.words = words
    self.place = place
    self.details = details
  }

  /// Creates the message of an error; nil for an error that is not reported.
  ///
  /// - Parameter file: The file that led to the error, if the error does not name one.
  init?(_ error: any Error, file: String?) {
    switch error {
    case let failure as StandardOutputFailure where failure.readerIsGone: return nil
    case let error as DocumentError where error.isReaderGone: return nil
    case let error as DocumentError:
      let error = error.inFile(file)
      // A library's advice is to open the document again.
      let words =
        error.code == .fileChanged ? error.words(mend: "run the command again") : error.words
      self.init(.error, words, at: error.location.isEmpty ? Self.program : error.location)
    default: self.init(.error, Self.words(for: error), at: file ?? Self.program)
    }
  }

  /// Returns the message of an error, without the file.
  static func words(for error: any Error) -> String {
    (error as? SwiftDataError)?.errorDescription ?? String(describing: error)
  }
}

extension Message {
  /// The maximum number of details that ``details(_:of:)`` shows; `plan` and the loss report list
  /// all.
  static let mostDetails = 20

  /// Returns the first lines, and a line with the number of further ones.
  static func details(_ lines: some Sequence<String>, of count: Int) -> [String] {
    let shown = Array(lines.prefix(mostDetails))
    return count > shown.count ? shown + ["and \(count - shown.count) more"] : shown
  }

  /// The message with its details as text, escaped so that names and values from files cannot send
  /// commands to the terminal.
  func text(_ color: TerminalColor) -> String {
    let place = color.bold(DocumentError.printable(place) + ":")
    let head = "\(place) \(color.mark(kind)) \(DocumentError.printable(words))\n"
    return details.reduce(into: head) { $0 += "  " + DocumentError.printable($1) + "\n" }
  }
}
