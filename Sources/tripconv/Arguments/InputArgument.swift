import ArgumentParser
import DocumentFile

/// A document to read: a path, or `-`.
struct InputArgument: ExpressibleByArgument {
  let source: ReadSource
  /// How it is called in messages.
  let name: String
  /// What ``LimitOptions`` sets.
  var limitChanges: [LimitChange] = []

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    source = ReadSource(argument: argument)
    name = argument == "-" ? "standard input" : argument
  }

  /// A document that was opened already.
  init(_ source: ReadSource, name: String) {
    self.source = source
    self.name = name
  }

  /// The same document, opened already.
  func reopened(_ source: ReadSource) -> InputArgument {
    var input = InputArgument(source, name: name)
    input.limitChanges = limitChanges
    return input
  }

  static var defaultCompletionKind: CompletionKind { .file(extensions: ["trips", "json", "xml"]) }
}
