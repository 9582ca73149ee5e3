import ArgumentParser
import DocumentFile

/// The command-line option for the limits of documents to read.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "Set a limit for reading, such as expanded-bytes=4Gi; tripconv --help lists them.",
      valueName: "name=value"),
    transform: { try LimitChange($0) })
  var changes: [LimitChange] = []

  /// Returns the input with these limits.
  func applied(to input: InputArgument) -> InputArgument {
    var input = input
    input.limitChanges = changes
    return input
  }
}

/// A limit that was set on the command line.
struct LimitChange {
  let name: DocumentLimits.Name
  let value: Int

  /// - Throws: `ValidationError` if the text is not a valid `NAME=VALUE`.
  init(_ argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw ValidationError("--limit takes a name and a value, such as expanded-bytes=4Gi")
    }
    let text = String(parts[0])
    guard let name = DocumentLimits.Name(text) else {
      let advice =
        NearestName.of(
          text, in: DocumentLimits.Name.allCases.flatMap { [$0.short, $0.rawValue] }
        ).map { "did you mean '\($0)'?" }
        ?? "names: \(Self.names)"
      throw ValidationError("unknown limit '\(text)'; \(advice)")
    }
    guard let value = Self.number(parts[1]) else {
      throw ValidationError(
        "--limit \(text)= takes a number, with K, M, G, T, Ki, Mi, Gi or Ti behind it if it is large, "
          + "not '\(parts[1])'")
    }
    guard name.range.contains(value) else {
      throw ValidationError("--limit \(text)= takes at most \(name.range.upperBound)")
    }
    self.name = name
    self.value = value
  }

  /// The short names of all limits, without duplicates.
  static let names = shortNames.joined(separator: ", ")

  private static var shortNames: [String] {
    Array(Set(DocumentLimits.Name.allCases.map(\.short))).sorted()
  }

  /// Parses a number with an optional unit suffix; nil if it is invalid or too large.
  private static func number(_ text: Substring) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { return nil }
    let factor: Int? =
      switch text[digits.endIndex...] {
      case "": 1
      case "K": 1_000
      case "M": 1_000_000
      case "G": 1_000_000_000
      case "T": 1_000_000_000_000
      case "Ki": 1 << 10
      case "Mi": 1 << 20
      case "Gi": 1 << 30
      case "Ti": 1 << 40
      default: nil
      }
    guard let factor else { return nil }
    let (value, overflow) = number.multipliedReportingOverflow(by: factor)
    return overflow ? nil : value
  }
}

extension InputArgument {
  /// The limits for reading the document into memory.
  var limits: DocumentLimits { changed(.standard) }

  /// The limits for streaming the document.
  var streamingLimits: DocumentLimits { changed(.streaming) }

  private func changed(_ limits: DocumentLimits) -> DocumentLimits {
    var limits = limits
    for change in limitChanges { limits[change.name] = change.value }
    return limits
  }
}
