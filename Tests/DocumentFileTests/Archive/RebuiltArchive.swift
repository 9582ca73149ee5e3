import DocumentTables
import Foundation
import ZipArchive

@testable import DocumentFile

/// A document taken apart, so that a test can change one thing and put it together again.
struct RebuiltArchive {
  var entries: [(name: String, bytes: [UInt8])]
  /// Keep the manifest true to what the other entries are now.
  var updatesManifest = true
  /// Keep the index parts those of the present data parts, whatever they say.
  var updatesIndexed = true
  var method = CompressionMethod.stored

  init(_ bytes: [UInt8]) throws {
    let archive = try ZipReader(MemoryByteSource(bytes))
    entries = try archive.entries.map { ($0.name, try archive.contents(of: $0)) }
  }

  mutating func replace(in name: String, _ old: String, with new: String) throws {
    let index = try index(of: name)
    let text = String(decoding: entries[index].bytes, as: UTF8.self)
    guard let range = text.range(of: old) else { throw RebuildProblem.notFound(old) }
    entries[index].bytes = Array(text.replacingCharacters(in: range, with: new).utf8)
  }

  func index(of name: String) throws -> Int {
    guard let index = entries.firstIndex(where: { $0.name == name }) else {
      throw RebuildProblem.notFound(name)
    }
    return index
  }

  enum RebuildProblem: Error {
    case notFound(String)
  }

  /// The archive, everything stored unless told otherwise; sizes, digests and totals of the manifest are made true.
  func bytes() throws -> [UInt8] {
    var entries = entries
    if updatesManifest, let last = entries.last, last.name.hasPrefix("manifest.") {
      var copy = self
      try copy.changeManifest { manifest in
        for index in manifest.parts.indices {
          guard let entry = entries.first(where: { $0.name == manifest.parts[index].name }) else {
            continue
          }
          let contents = try compressed(entry)
          manifest.parts[index].rawSize = entry.bytes.count
          manifest.parts[index].storedSize = contents.stored.count
          manifest.parts[index].digest = Digest(of: contents.stored)
        }
        if updatesIndexed, manifest.indexed != nil { manifest.indexed = manifest.dataDigest }
      }
      entries = copy.entries
    }
    let sink = Sink()
    var writer = ZipWriter { sink.bytes.append(contentsOf: $0) }
    for entry in entries {
      try writer.add(name: entry.name, compressed(entry))
    }
    try writer.finish()
    return sink.bytes
  }

  private func compressed(_ entry: (name: String, bytes: [UInt8])) throws -> CompressedContents {
    try CompressedContents(
      entry.bytes, method: entry.name == MediaTypeEntry.name ? .stored : method)
  }

  private final class Sink {
    var bytes: [UInt8] = []
  }

  /// Changes what the manifest says.
  mutating func changeManifest(_ change: (inout Manifest) throws -> Void) throws {
    guard let last = entries.last else { throw RebuildProblem.notFound("manifest") }
    let encoding: DocumentEncoding = last.name.hasSuffix("json") ? .json : .xml
    var manifest = try Manifest(
      tree: try TreePart.manifest.tree(
        of: last.bytes, encoding: encoding, part: "manifest", limits: .standard), part: "manifest")
    try change(&manifest)
    entries[entries.count - 1].bytes = TreePart.manifest.bytes(
      of: manifest.tree, encoding: encoding)
  }
}
