import DocumentTables

/// Which values stand in parts of their own in the document form (spec 3.8).
package enum ExternalValue {
  /// A text or data value of more raw bytes is external whatever its attribute says.
  package static let largestInlineSize = 1 << 20

  /// Whether a value of `size` raw bytes stands in a part of its own.
  static func isExternal(size: Int, ofExternalAttribute isMarked: Bool) -> Bool {
    size > largestInlineSize || (isMarked && size > 0)
  }
}

/// Collects the external values of records that are being written, each distinct one once.
///
/// A writer without a sink, that of the flat form, writes every value where it belongs.
package final class ExternalValueSink {
  /// The raw values by their digests; they stay where they are, in their columns.
  package private(set) var values: [Digest: ArraySlice<UInt8>] = [:]
  /// What was asked to be stored, as often as it was.
  private(set) var references: [Digest] = []

  package init() {}

  /// Takes a raw value and returns the digest that names its part.
  package func store(_ bytes: ArraySlice<UInt8>) -> Digest {
    let digest = bytes.withUnsafeBytes { Digest(of: $0) }
    if values[digest] == nil { values[digest] = bytes }
    references.append(digest)
    return digest
  }
}

/// Supplies the external values of a document that is being read.
///
/// `load` gets the digest and the size that a record states. It returns the raw value of the part
/// of that name, whose digest it has verified, or throws.
package struct ExternalValueSource {
  package let load: (_ digest: Digest, _ size: Int) throws -> [UInt8]
  /// Takes back all that was asked for, because the records are read again from the first.
  let startAgain: () -> Void

  package init(
    load: @escaping (_ digest: Digest, _ size: Int) throws -> [UInt8],
    startAgain: @escaping () -> Void = {}
  ) {
    self.load = load
    self.startAgain = startAgain
  }

  /// The value that a record refers to, checked against what the record says of it.
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

/// An external value that its source could not supply.
struct ExternalValueFailure: Error {
  var digest: Digest
  var underlying: any Error
}
