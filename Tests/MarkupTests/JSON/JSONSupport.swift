@testable import Markup

/// Runs `body` with a reader of `bytes`.
func reading<Result>(
  json bytes: [UInt8], limits: MarkupLimits = .standard,
  _ body: (inout JSONReader) throws(MarkupError) -> Result
) throws(MarkupError) -> Result {
  try bytes.withUnsafeBufferPointer { (buffer) throws(MarkupError) -> Result in
    var reader = try JSONReader(buffer, limits: limits)
    return try body(&reader)
  }
}

func reading<Result>(
  json text: String, limits: MarkupLimits = .standard,
  _ body: (inout JSONReader) throws(MarkupError) -> Result
) throws(MarkupError) -> Result {
  try reading(json: Array(text.utf8), limits: limits, body)
}

extension JSONReader {
  /// Reads one value of any kind and checks its grammar; does not look for keys that stand twice.
  mutating func skipValue() throws(MarkupError) {
    // The kinds of the open containers; `open` bounds their number by the limit.
    var areObjects: [Bool] = []
    repeat {
      switch peek() {
      case .objectStart:
        try open()
        areObjects.append(true)
      case .arrayStart:
        try open()
        areObjects.append(false)
      case .string: _ = try scanString()
      case .number: _ = try scanNumber()
      case .true, .false: _ = try readBool()
      case .null: try readNull()
      case .objectEnd, .arrayEnd, .comma, .colon, .endOfInput, .invalid:
        throw unexpected("a value")
      }
      while let isObject = areObjects.last {
        if isObject {
          if try nextMember() {
            _ = try scanString()
            try readNameSeparator()
            break
          }
        } else if try nextElement() {
          break
        }
        areObjects.removeLast()
      }
    } while !areObjects.isEmpty
  }
}

/// Reads a whole text that may be anything.
func check(json bytes: [UInt8], limits: MarkupLimits = .standard) throws(MarkupError) {
  try reading(json: bytes, limits: limits) { (reader) throws(MarkupError) in
    try reader.skipValue()
    try reader.finish()
  }
}

/// The error that `body` ends with, or nil.
func fault(_ body: () throws(MarkupError) -> Void) -> MarkupError? {
  do {
    try body()
    return nil
  } catch {
    return error
  }
}
