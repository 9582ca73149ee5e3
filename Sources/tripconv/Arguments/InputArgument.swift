import ArgumentParser
import DocumentFile
import TripFormats

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A document to read: a path, or `-`.
struct InputArgument: ExpressibleByArgument {
  let source: ReadSource
  /// The name of the document in messages.
  let name: String
  /// The path below the folder that was named instead of the document; nil if the document was
  /// named.
  var nameInFolder: String?
  /// The limits that ``LimitOptions`` sets.
  var limitChanges: [LimitChange] = []

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    source = ReadSource(argument: argument)
    name = argument == "-" ? "standard input" : argument
  }

  /// Creates an argument for a document that is already open, or that was found in a folder.
  init(_ source: ReadSource, name: String, nameInFolder: String? = nil) {
    self.source = source
    self.name = name
    self.nameInFolder = nameInFolder
  }

  /// The document on standard input, for verbs that read one document and were given none.
  static let standardInput = InputArgument(ReadSource(argument: "-"), name: "standard input")

  /// Whether something is on standard input: a file or a pipe, no terminal and no device.
  static var isStandardInputGiven: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    switch status.st_mode & S_IFMT {
    case S_IFIFO: return true
    case S_IFREG: return status.st_size > 0
    default: return false
    }
  }

  /// Requires a file, or a document on standard input.
  ///
  /// - Throws: `ValidationError`.
  static func require(_ file: InputArgument?) throws {
    if file == nil, !isStandardInputGiven {
      throw ValidationError("Missing expected argument '<file>'")
    }
  }

  /// The path of an output in a folder; nil for standard input, which has no name.
  var outputName: String? {
    nameInFolder ?? source.path.map { String($0.split(separator: "/").last ?? "") }
  }

  /// Rejects an output that is this document, because a verb that does not say so would replace it.
  ///
  /// - Parameter advice: What to do instead.
  /// - Throws: `ValidationError`.
  func refuse(asOutput output: WriteTarget, advice: String) throws {
    guard !output.isStream, output.isSameFile(as: source) else { return }
    if case .standardInput = source {
      throw ValidationError("the output is the file that is read; write to another name")
    }
    throw ValidationError("the output is the input \(name), which would be replaced; \(advice)")
  }

  /// Returns an argument for the same document, already open.
  func reopened(_ source: ReadSource) -> InputArgument {
    var input = InputArgument(source, name: name, nameInFolder: nameInFolder)
    input.limitChanges = limitChanges
    return input
  }

  static var defaultCompletionKind: CompletionKind {
    .file(
      extensions: ["trips", "json", "xml", "store"]
        + TripFormat.all.flatMap(\.suffixes).map { String($0.dropFirst()) }
        .filter { !["json", "xml"].contains($0) })
  }
}
