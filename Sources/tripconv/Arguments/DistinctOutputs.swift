import ArgumentParser
import DocumentFile

/// The outputs of a command, which must be different files: one would replace another.
struct DistinctOutputs {
  private let outputs: [(option: String, target: WriteTarget)]

  /// - Parameter outputs: The options with the files that they name, if any.
  init(_ outputs: KeyValuePairs<String, String?>) {
    self.outputs = outputs.compactMap { option, argument in
      argument.map { (option, WriteTarget(argument: $0)) }
    }
  }

  /// - Throws: `ValidationError` if two options name the same file, under whatever names.
  func check() throws {
    for (index, output) in outputs.enumerated() {
      for other in outputs[..<index] where Self.areSame(output.target, other.target) {
        throw ValidationError("\(other.option) and \(output.option) name the same file")
      }
    }
  }

  private static func areSame(_ one: WriteTarget, _ other: WriteTarget) -> Bool {
    if one == other { return true }
    guard case .path(let path) = other, !one.isStream else { return false }
    return one.isSameFile(as: .path(path))
  }
}
