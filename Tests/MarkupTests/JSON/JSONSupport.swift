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
