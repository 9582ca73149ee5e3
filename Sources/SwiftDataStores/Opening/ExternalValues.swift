import DocumentFile
import DocumentTables

/// The values that a store keeps in files of their own.
///
/// A blob that begins with 1 has the value behind that byte; one that begins with 2 has the name of a file
/// there, a UUID. The names are never reused, so a file has one content as long as it exists.
struct ExternalValues {
  enum Content {
    case bytes([UInt8])
    /// Why there is no value, as a part of a sentence.
    case missing(String)
  }

  /// The folder of the store.
  private let folder: String
  /// The names of the folders beside the store that may have its values.
  private let supports: [String]
  private let limits: DocumentLimits

  /// - Parameter store: The path of the store.
  init(of store: String, limits: DocumentLimits) {
    self.limits = limits
    // The folder lies beside the store itself, not beside a link.
    let store = RegularFile.resolvedPath(store)
    let slash = store.lastIndex(of: "/")
    let folder = slash.map { String(store[..<$0]) } ?? "."
    self.folder = folder.isEmpty ? "/" : folder
    let name = slash.map { String(store[store.index(after: $0)...]) } ?? store
    var names = [name]
    if let point = name.lastIndex(of: "."), point > name.startIndex {
      names.insert(String(name[..<point]), at: 0)
    }
    supports = names.map { ".\($0)_SUPPORT" }
  }

  /// Returns the value of a blob in a column with external storage.
  func content(of blob: [UInt8]) throws(DocumentError) -> Content {
    switch blob.first {
    case 1: return .bytes(Array(blob.dropFirst()))
    case 2:
      var name = blob.dropFirst()
      while name.last == 0 { name.removeLast() }
      guard Self.isName(name) else {
        return .missing("the name of its file is no UUID")
      }
      let text = String(decoding: name, as: UTF8.self)
      for support in supports {
        if let bytes = try RegularFile.bytes(
          of: [support, "_EXTERNAL_DATA", text], below: folder, limit: limits.partBytes)
        {
          return .bytes(bytes)
        }
      }
      return .missing("its external file is missing")
    case nil: return .bytes([])
    default: return .missing("it is stored in an unknown way")
    }
  }

  /// Whether bytes are the text of a UUID; a name of a file has no other form.
  private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count == 36 else { return false }
    return bytes.enumerated().allSatisfy { index, byte in
      [8, 13, 18, 23].contains(index)
        ? byte == UInt8(ascii: "-")
        : UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte & 0xDF
    }
  }
}
