import DocumentTables
import ZipArchive

/// Parts that wait for their turn in the archive, each name once.
///
/// Without a ``SpillFile``, a part is compressed only when it is written, because its content is in
/// memory anyway. With a spill file, a part is compressed at once and its bytes wait in the file.
struct WaitingParts {
  /// Creates a part, on any thread.
  typealias Making = @Sendable () throws(DocumentError) -> CompressedPart

  private struct Spilled: Sendable {
    var extent: SpillFile.Extent
    var method: ZipEntry.Method
    var crc32: UInt32
    var rawSize: Int
    /// The digest of the stored bytes.
    var digest: Digest
  }

  private enum Waiting: Sendable {
    case unmade(Making)
    case spilled(Spilled)
  }

  private let spill: SpillFile?
  private var waiting: [String: Waiting] = [:]

  init(_ spill: SpillFile?) { self.spill = spill }

  mutating func add(_ name: String, _ make: @escaping Making) throws(DocumentError) {
    if waiting[name] != nil { return }
    guard let spill else {
      waiting[name] = .unmade(make)
      return
    }
    let part = try make()
    waiting[name] = .spilled(
      Spilled(
        extent: try spill.append(part.contents.stored), method: part.contents.method,
        crc32: part.contents.crc32, rawSize: part.contents.rawSize, digest: part.digest))
  }

  /// The names in the order of their UTF-8 bytes.
  var names: [String] { waiting.keys.sorted(by: utf8Precedes) }

  func part(_ name: String) throws(DocumentError) -> CompressedPart {
    switch waiting[name] {
    case .unmade(let make): return try make()
    case .spilled(let spilled):
      return CompressedPart(
        name,
        CompressedContents(
          stored: try spill?.bytes(of: spilled.extent) ?? [], method: spilled.method,
          crc32: spilled.crc32, rawSize: spilled.rawSize), digest: spilled.digest)
    case nil: throw DocumentError(.partMissing, part: name)
    }
  }

  /// Passes all parts to `body` in the order of their names; creates the parts in memory in
  /// parallel.
  func forEach(
    _ workers: inout Workers, _ body: (CompressedPart) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    try workers.forEach(
      of: names,
      { [waiting] name -> Result<CompressedPart, DocumentError>? in
        guard case .unmade(let make) = waiting[name] else { return nil }
        return Result { () throws(DocumentError) in try make() }
      },
      { (name, made) throws(DocumentError) in
        if let made { try body(try made.get()) } else { try body(try part(name)) }
      })
  }
}
