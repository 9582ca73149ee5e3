import DocumentTables
import ZipArchive

/// Parts that wait until it is their turn in the archive, each name once.
///
/// In memory a part waits unmade, since its content is there anyway; with a ``SpillFile`` it is made at
/// once, and its bytes wait in the file.
struct WaitingParts {
  /// Makes a part, on any thread.
  typealias Making = @Sendable () throws(DocumentError) -> CompressedPart

  private struct Spilled: Sendable {
    var extent: SpillFile.Extent
    var method: ZipEntry.Method
    var crc32: UInt32
    var rawSize: Int
    /// Of the stored bytes.
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

  /// In the order of their bytes.
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

  /// Hands over all parts in the order of their names; those in memory are made side by side.
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
