import ArgumentParser
import DocumentFile

/// The command-line option for the limits of documents to read.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "What a document may ask for at most, for example expanded-bytes=4Gi; may be given several "
        + "times. Names: \(LimitChange.names). Values: a number, or one with K, M, G, T (powers of "
        + "1000) or Ki, Mi, Gi, Ti (powers of 1024).", valueName: "name=value"),
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
      throw ValidationError("--limit takes a name and a value, such as expanded-bytes=4Gi.")
    }
    let text = String(parts[0])
    guard let name = DocumentLimits.Name(text) else {
      let nearest = Self.nearest(to: text).map { " Did you mean \($0)?" } ?? ""
      throw ValidationError(
        "There is no limit \(DocumentError.printable(text)).\(nearest) Names: \(Self.names).")
    }
    guard let value = Self.number(parts[1]) else {
      throw ValidationError(
        "The limit \(text) is no number: \(DocumentError.printable(String(parts[1]))). Use digits, "
          + "and K, M, G, T, Ki, Mi, Gi or Ti behind them.")
    }
    guard name.range.contains(value) else {
      throw ValidationError("The limit \(text) can be \(name.range.upperBound) at most.")
    }
    self.name = name
    self.value = value
  }

  /// The short names of all limits, without duplicates.
  static var names: String { shortNames.joined(separator: ", ") }

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

  /// Returns the name with the smallest edit distance, if that is less than half of the name's
  /// length.
  private static func nearest(to text: String) -> String? {
    let given = Array(text.prefix(64).utf8)
    let distances = DocumentLimits.Name.allCases.flatMap { [$0.short, $0.rawValue] }.map {
      (name: $0, distance: distance(given, Array($0.utf8)))
    }
    return distances.min { $0.distance < $1.distance }.flatMap {
      2 * $0.distance < $0.name.utf8.count ? $0.name : nil
    }
  }

  /// Returns the number of letters to add, remove or replace (Levenshtein distance).
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let replaced = diagonal + (letter == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
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
