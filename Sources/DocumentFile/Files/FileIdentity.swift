import DocumentTables
import ZipArchive

/// What tells one state of a file from another: the end of a zip (manifest, central directory, end
/// record), all bytes of anything else.
///
/// Times and inode numbers prove nothing: the first can be equal, the second are used again.
package struct FileIdentity: Hashable, Sendable {
  private let digest: Digest

  /// The manifest states the digest of every part, the directory its place: what stands before the
  /// last entry need not be read.
  init(of archive: ZipReader, source: any ByteSource) throws(ZipError) {
    let start = archive.entries.last?.localHeaderOffset ?? 0
    digest = Digest(of: try source.read(at: start, count: source.count - start))
  }

  init(ofWhole bytes: [UInt8]) { digest = Digest(of: bytes) }

  /// Reads a source for as much as its form needs.
  init(of source: any ByteSource, limits: DocumentLimits) throws(DocumentError) {
    do {
      if let archive = try? ZipReader(source, limits: limits.zip) {
        try self.init(of: archive, source: source)
      } else {
        self.init(ofWhole: try source.read(at: 0, count: source.count))
      }
    } catch {
      throw DocumentError(error)
    }
  }
  /// The state of what a descriptor has open, which is lent.
  init(ofOpen descriptor: Int32, limits: DocumentLimits) throws(DocumentError) {
    do {
      try self.init(
        of: try FileByteSource(descriptor: descriptor, ownership: .lent), limits: limits)
    } catch {
      throw DocumentError(wrapping: error, part: nil)
    }
  }
}
