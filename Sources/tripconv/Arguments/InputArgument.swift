import ArgumentParser
import DocumentFile

/// A document to read: a path, or `-`.
struct InputArgument: ExpressibleByArgument {
  let source: ReadSource
  /// The name of the document in messages.
  let name: String
  /// The limits that ``LimitOptions`` sets.
  var limitChanges: [LimitChange] = []

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    source = ReadSource(argument: argument)
    name = argument == "-" ? "standard input" : argument
  }

  /// Creates an argument for a document that is already open.
  init(_ source: ReadSource, name: String) {
    self.source = source
    self.name = name
  }

  /// Returns an argument for the same document, already open.
  func reopened(_ source: ReadSource) -> InputArgument {
    var input = InputArgument(source, name: name)
    input.limitChanges = limitChanges
    return input
  }

  static var defaultCompletionKind: CompletionKind { .file(extensions: ["trips", "json", "xml"]) }
}
