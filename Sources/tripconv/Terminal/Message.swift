import DocumentData
import DocumentFile

/// Error messages: file, part, position, what is wrong, what to do.
enum Message {
  static let prefix = "tripconv: "

  static func lines(for error: any Error, file: String?) -> [String] {
    switch error {
    case let failure as StandardOutputFailure:
      return failure.readerIsGone ? [] : [prefix + String(describing: failure)]
    case let error as DocumentError where error.isReaderGone: return []
    case let error as DocumentError: return [prefix + String(describing: error.inFile(file))]
    default:
      let words = words(for: error)
      return [prefix + DocumentError.printable(file.map { "\($0): \(words)" } ?? words)]
    }
  }

  /// Returns the message of an error, without the file.
  static func words(for error: any Error) -> String {
    guard let error = error as? SwiftDataError, !error.explanation.isEmpty else {
      return String(describing: error)
    }
    var place: [String] = []
    if let stage = error.stage { place.append("stage \(stage)") }
    var object = [error.entity, error.property].compactMap { $0 }.joined(separator: ".")
    if let key = error.object { object += object.isEmpty ? "object \(key)" : ", object \(key)" }
    if !object.isEmpty { place.append(object) }
    let cause = error.underlying.map { ": \(words(for: $0))" } ?? ""
    return (place + [error.explanation]).joined(separator: ": ") + cause
  }
}
