import DocumentTables
import ZipArchive

/// A digest that distinguishes the states of a file: of the end of a zip (manifest, central
/// directory, end record), or of all bytes of any other file.
///
/// Times and inode numbers prove nothing: times can be equal, and inode numbers are reused.
package struct FileIdentity: Hashable, Sendable {
  private let digest: Digest

  /// Digests an archive from its last entry on.
  ///
  /// The manifest states the digest of every part and the directory its place, so the bytes before
  /// the last entry need not be read.
  init(of archive: ZipReader, source: any ByteSource) throws(ZipError) {
    let start = archive.entries.last?.localHeaderOffset ?? 0
    digest = Digest(of: try source.read(at: start, count: source.count - start))
  }

  init(ofWhole bytes: [UInt8]) { digest = Digest(of: bytes) }

  /// Reads the bytes of a source that identify it: the end of a zip, otherwise all bytes.
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
  /// Reads the state of an open file through a borrowed descriptor.
  init(ofOpen descriptor: Int32, limits: DocumentLimits) throws(DocumentError) {
    do {
      try self.init(
        of: try FileByteSource(descriptor: descriptor, ownership: .lent), limits: limits)
    } catch {
      throw DocumentError(wrapping: error, part: nil)
    }
  }
}
