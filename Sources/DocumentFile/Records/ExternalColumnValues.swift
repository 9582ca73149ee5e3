import DocumentTables
import Markup

extension ColumnBuilder {
  /// The maximum number of bytes in a column's heap, whose offsets have 32 bits.
  static var largestHeap: Int { Int(Int32.max) }

  /// Fetches an external value and appends it; checks it against the digest and size in the record.
  func appendExternal(
    digest: Digest?, size: Int?, _ plan: PropertyPlan, _ externals: ExternalValueSource
  ) throws {
    guard let digest, let size, size >= 0 else {
      throw RecordProblem(.externalSyntax, "a digest and a size are expected")
    }
    guard ExternalValue.isExternal(size: size, ofExternalAttribute: plan.isExternal) else {
      throw RecordProblem(.externalNeedless, "a value of \(size) bytes stands in the record")
    }
    // The check precedes the request for the part, so a false size alone does no harm.
    guard size <= Self.largestHeap - heap.count else {
      throw RecordProblem(.partSize, "the external values of one part exceed 2 GiB")
    }
    let bytes = try externals.value(digest: digest, size: size)
    var isASCII = false
    if plan.kind == .scalar(.text) {
      let fault = bytes.withUnsafeBufferPointer { UTF8Validation.firstInvalidOffset(in: $0) }
      if let fault {
        throw RecordProblem(
          .externalText, "external/\(digest.text) is not valid UTF-8 at byte \(fault)")
      }
      isASCII = bytes.allSatisfy { $0 < 128 }
    }
    heap.append(contentsOf: bytes)
    finishHeapValue(isASCII: isASCII)
  }
}
