import DocumentTables
import Synchronization

/// The bytes of external values that records may still load, because many records can refer to one
/// small part.
final class ExternalBudget: Sendable {
  private let remaining: Mutex<Int>

  init(_ bytes: Int) { remaining = Mutex(bytes) }

  /// Takes bytes from the budget; returns false if fewer are left.
  func take(_ bytes: Int) -> Bool {
    remaining.withLock { remaining in
      guard bytes <= remaining else { return false }
      remaining -= bytes
      return true
    }
  }

  /// Returns bytes to the budget.
  func giveBack(_ bytes: Int) { remaining.withLock { $0 += bytes } }
}

/// The external values that the records of one chunk refer to: loads them and records which were
/// loaded.
final class ExternalParts {
  private let document: ArchiveEnvelope
  private let budget: ExternalBudget
  /// The size of all texts and data of the chunk, as the manifest states it.
  private let statedBytes: Int
  private(set) var asked: Set<Digest> = []
  /// The bytes of all values granted by the budget.
  private(set) var grantedBytes = 0
  /// Whether the budget, which other chunks share, was exceeded.
  private(set) var isRefused = false
  /// The value loaded last, because consecutive values are often the same.
  private var last: (digest: Digest, bytes: [UInt8])?

  init(_ document: ArchiveEnvelope, budget: ExternalBudget, statedBytes: Int = .max) {
    self.document = document
    self.statedBytes = statedBytes
    self.budget = budget
  }

  var source: ExternalValueSource {
    ExternalValueSource(
      load: { [self] digest, size in try load(digest, size: size) },
      startAgain: { [self] in startAgain() })
  }

  private func startAgain() {
    budget.giveBack(grantedBytes)
    grantedBytes = 0
    asked = []
    isRefused = false
  }

  private func load(_ digest: Digest, size: Int) throws(DocumentError) -> [UInt8] {
    asked.insert(digest)
    guard budget.take(size) else {
      isRefused = true
      throw DocumentError(
        Self.totalBytesExceeded, part: PartName.external(digest),
        "external values exceed \(document.limits.totalBytes) bytes")
    }
    grantedBytes += size
    if let last, last.digest == digest {
      try checkStated(digest)
      return last.bytes
    }
    guard let part = document.part(named: PartName.external(digest)) else {
      throw DocumentError(.externalMissing, part: PartName.external(digest))
    }
    // The memory depends on the real size, not on the size that the record states.
    guard part.rawSize == size else {
      throw DocumentError(
        .externalMissing, part: part.name, "it has \(part.rawSize) bytes, the record says \(size)")
    }
    try checkStated(digest)
    let bytes = try Self.verified(part, digest, in: document)
    last = (digest, bytes)
    return bytes
  }

  /// Throws if the values loaded so far exceed the size of all texts that the manifest states;
  /// called before the value is loaded.
  private func checkStated(_ digest: Digest) throws(DocumentError) {
    guard grantedBytes <= statedBytes else {
      throw DocumentError(
        .chunkTextBytes, part: PartName.external(digest),
        "they have more than the \(statedBytes) stated")
    }
  }

  private static let totalBytesExceeded = DocumentError.Code(rawValue: "zip-budget-total-bytes")

  /// Returns the raw value after checking that its digest is the name of the part.
  static func verified(
    _ part: ManifestPart, _ digest: Digest, in document: ArchiveEnvelope
  ) throws(DocumentError) -> [UInt8] {
    let bytes = try document.contents(of: part)
    guard Digest(of: bytes) == digest else {
      throw DocumentError(.externalDigest, part: part.name)
    }
    return bytes
  }
}
