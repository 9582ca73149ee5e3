import DocumentTables
import Markup

/// The rules for values that the document form stores in parts of their own (spec 3.8).
package enum ExternalValue {
  /// The largest inline value in raw bytes; a larger text or data value is external in any
  /// attribute.
  package static let largestInlineSize = 1 << 20

  /// Returns whether a value of `size` raw bytes is stored in a part of its own.
  static func isExternal(size: Int, ofExternalAttribute isMarked: Bool) -> Bool {
    size > largestInlineSize || (isMarked && size > 0)
  }
}

/// Collects the external values of records that are being written, without duplicates.
///
/// A writer without a sink, such as the writer of the flat form, writes every value inline.
package final class ExternalValueSink {
  /// The raw values by their digests, as slices of their columns.
  package private(set) var values: [Digest: ArraySlice<UInt8>] = [:]
  /// The digests of all stored values, with repetitions.
  private(set) var references: [Digest] = []

  package init() {}

  /// Stores a raw value and returns the digest that names its part.
  package func store(_ bytes: ArraySlice<UInt8>) -> Digest {
    let digest = bytes.withUnsafeBytes { Digest(of: $0) }
    if values[digest] == nil { values[digest] = bytes }
    references.append(digest)
    return digest
  }
}

/// Supplies the external values of a document that is being read.
///
/// The parameters of `load` are the digest and the size in a record. It returns the raw value of
/// the part with that name, after checking its digest, or throws.
package struct ExternalValueSource {
  package let load: (_ digest: Digest, _ size: Int) throws -> [UInt8]
  /// Discards all requests so far, before the records are read again from the first.
  let startAgain: () -> Void

  package init(
    load: @escaping (_ digest: Digest, _ size: Int) throws -> [UInt8],
    startAgain: @escaping () -> Void = {}
  ) {
    self.load = load
    self.startAgain = startAgain
  }

  /// Returns the value that a record refers to, after checking its size.
  func value(digest: Digest, size: Int) throws -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try load(digest, size)
    } catch {
      throw ExternalValueFailure(digest: digest, underlying: error)
    }
    guard bytes.count == size else {
      throw RecordProblem(
        .externalSize, "external/\(digest.text) has \(bytes.count) bytes, not \(size)")
    }
    return bytes
  }
}

/// An external value that the source could not supply.
struct ExternalValueFailure: Error {
  var digest: Digest
  var underlying: any Error
}

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
      throw RecordProblem(.externalNeedless, "a value of \(size) bytes belongs in the record")
    }
    // Checked before the part is requested, so that a false size alone does no harm.
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
