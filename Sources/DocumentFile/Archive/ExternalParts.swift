import DocumentTables
import Synchronization

/// What records may still ask for, for a small part can be referred to many times.
final class ExternalBudget: Sendable {
  private let remaining: Mutex<Int>

  init(_ bytes: Int) { remaining = Mutex(bytes) }

  /// False where so many bytes are not left.
  func take(_ bytes: Int) -> Bool {
    remaining.withLock { remaining in
      guard bytes <= remaining else { return false }
      remaining -= bytes
      return true
    }
  }

  /// Gives back what was taken.
  func giveBack(_ bytes: Int) { remaining.withLock { $0 += bytes } }
}

/// The external values that the records of one chunk ask for: loads them, and knows in the end which
/// they were.
final class ExternalParts {
  private let document: ArchiveEnvelope
  private let budget: ExternalBudget
  /// What all texts and data of the chunk take, by the manifest.
  private let statedBytes: Int
  private(set) var asked: Set<Digest> = []
  /// The bytes of all values that were granted.
  private(set) var grantedBytes = 0
  /// The budget, of which other chunks have taken too, did not suffice.
  private(set) var isRefused = false
  /// One value after the other is often the same.
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
    // Its real size, not the one that the record claims, is what comes into memory.
    guard part.rawSize == size else {
      throw DocumentError(
        .externalMissing, part: part.name, "it has \(part.rawSize) bytes, the record says \(size)")
    }
    try checkStated(digest)
    let bytes = try Self.verified(part, digest, in: document)
    last = (digest, bytes)
    return bytes
  }

  /// Refuses what is more than the manifest states of all texts, before it comes into memory.
  private func checkStated(_ digest: Digest) throws(DocumentError) {
    guard grantedBytes <= statedBytes else {
      throw DocumentError(
        .chunkTextBytes, part: PartName.external(digest),
        "they have more than the \(statedBytes) stated")
    }
  }

  private static let totalBytesExceeded = DocumentError.Code(rawValue: "zip-budget-total-bytes")

  /// The raw value, whose digest is the part's name.
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
