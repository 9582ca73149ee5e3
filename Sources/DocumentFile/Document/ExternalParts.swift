import DocumentTables

/// The external values of a document that is being read: loads them when records ask, and knows in
/// the end which nobody has asked for.
final class ExternalParts {
  private let document: ArchivedDocument
  private var asked: Set<Digest> = []
  /// One value after the other is often the same.
  private var last: (digest: Digest, bytes: [UInt8])?
  /// What records may still ask for, for a small part can be referred to many times.
  private var budget: Int

  init(_ document: ArchivedDocument) {
    self.document = document
    budget = document.limits.totalBytes
  }

  var source: ExternalValueSource {
    ExternalValueSource { [self] digest, size in try load(digest, size: size) }
  }

  private func load(_ digest: Digest, size: Int) throws(DocumentError) -> [UInt8] {
    asked.insert(digest)
    guard size <= budget else {
      throw DocumentError(
        Self.totalBytesExceeded, part: PartName.external(digest),
        "external values exceed \(document.limits.totalBytes) bytes")
    }
    budget -= size
    if let last, last.digest == digest { return last.bytes }
    guard let part = document.part(named: PartName.external(digest)) else {
      throw DocumentError(.externalMissing, part: PartName.external(digest))
    }
    // Its real size, not the one that the record claims, is what comes into memory.
    guard part.rawSize == size else {
      throw DocumentError(
        .externalMissing, part: part.name, "it has \(part.rawSize) bytes, the record says \(size)")
    }
    let bytes = try Self.verified(part, digest, in: document)
    last = (digest, bytes)
    return bytes
  }

  private static let totalBytesExceeded = DocumentError.Code(rawValue: "zip-budget-total-bytes")

  /// The raw value, whose digest is the part's name.
  static func verified(
    _ part: ManifestPart, _ digest: Digest, in document: ArchivedDocument
  ) throws(DocumentError) -> [UInt8] {
    let bytes = try document.contents(of: part)
    guard Digest(of: bytes) == digest else {
      throw DocumentError(.externalDigest, part: part.name)
    }
    return bytes
  }

  /// Values that no record refers to; they would be lost in silence when the document is written.
  var unreferenced: [String] {
    document.manifest.parts.filter { part in
      part.kind == .external
        && !(PartName.digest(ofExternal: part.name).map(asked.contains) ?? false)
    }.map(\.name)
  }
}
