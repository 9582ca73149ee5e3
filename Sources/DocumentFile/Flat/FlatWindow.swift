import DocumentTables
import ZipArchive

/// A stretch of a flat document that ends between two records, as far as can be seen without reading
/// it; reading it shows.
struct FlatWindow {
  /// Bytes before it in the document.
  var start: Int
  /// Where the next one begins: behind the comma that ends this one, in JSON.
  var next: Int
  /// It ends with the document.
  var isLast: Bool
  var content: [UInt8]
}

/// Cuts a flat document into windows.
///
/// A window ends before `{"$entity"` behind a comma, or before a line that begins with `<d:record `, the
/// line feed included, as it belongs to the record where records are written.
/// In a text, a comment or a tree the same bytes may mean something else: then the window proves not to
/// end between records, and a longer one is taken. Where no such place is found, it grows as well, up
/// to the whole document, which must then be one that may be read at once.
struct FlatCutting: Sendable {
  let source: any ByteSource
  let encoding: DocumentEncoding
  /// What is read at once at most.
  let largestWindow: Int

  /// The window that begins at an offset and has about so many bytes, or more.
  func window(from start: Int, bytes size: Int) throws(DocumentError) -> FlatWindow {
    var size = size
    let rest = source.count - start
    while true {
      let count = min(size, rest)
      guard count <= largestWindow else {
        throw DocumentError(
          .limitFileBytes,
          "at most \(largestWindow) bytes are read at once, and this text cannot be read in pieces")
      }
      var content: [UInt8]
      do {
        content = try source.read(at: start, count: count)
      } catch {
        throw DocumentError(error)
      }
      if count == rest {
        return FlatWindow(start: start, next: source.count, isLast: true, content: content)
      }
      let cut = content.withUnsafeBufferPointer { bytes in
        encoding == .json ? Self.jsonCut(bytes) : Self.xmlCut(bytes, isFirst: start == 0)
      }
      if let cut {
        content.removeSubrange(cut.end...)
        return FlatWindow(start: start, next: start + cut.next, isLast: false, content: content)
      }
      size = size.multipliedReportingOverflow(by: 2).partialValue
      if size <= 0 { size = rest }
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// The last comma before a record, and where that record begins.
  private static func jsonCut(_ bytes: UnsafeBufferPointer<UInt8>) -> (end: Int, next: Int)? {
    let member = Array(#""$entity""#.utf8)
    var start = bytes.count - member.count
    // Bound: `start` and everything before it lie in the buffer, and so do as many bytes behind it.
    while start > 0 {
      if bytes[start] == member[0], bytes[start + 1] == member[1],
        member.indices.allSatisfy({ bytes[start + $0] == member[$0] })
      {
        var brace = start - 1
        while brace > 0, isSpace(bytes[brace]) { brace -= 1 }
        var comma = brace - 1
        while comma > 0, isSpace(bytes[comma]) { comma -= 1 }
        if comma > 0, bytes[brace] == UInt8(ascii: "{"), bytes[comma] == UInt8(ascii: ",") {
          return (comma, brace)
        }
      }
      start -= 1
    }
    return nil
  }

  /// Where the last record begins.
  private static func xmlCut(
    _ bytes: UnsafeBufferPointer<UInt8>, isFirst: Bool
  ) -> (end: Int, next: Int)? {
    // What names mean must be known in the middle of the document.
    if isFirst, !bytes.starts(with: FlatXMLLines.opening) { return nil }
    if declaresNamespaces(bytes) { return nil }
    let line = Array("\n<d:record ".utf8)
    var start = bytes.count - line.count
    // Bound: as above.
    while start > 0 {
      if bytes[start] == line[0], bytes[start + 1] == line[1],
        line.indices.allSatisfy({ bytes[start + $0] == line[$0] })
      {
        // CR and LF are one line end, which no two windows may count.
        let end = bytes[start - 1] == 0x0D ? start + 1 : start
        return (end, end)
      }
      start -= 1
    }
    return nil
  }

  /// Whether the tags around records say what names mean.
  private static func declaresNamespaces(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let tag = Array("<d:table".utf8)
    let word = Array("xmlns".utf8)
    var start = 0
    while start + tag.count <= bytes.count {
      guard bytes[start] == tag[0], bytes[start + 3] == tag[3],
        tag.indices.allSatisfy({ bytes[start + $0] == tag[$0] })
      else {
        start += 1
        continue
      }
      // The rest of the tag; at the end of the window nobody knows.
      var end = start + tag.count
      while end < bytes.count, bytes[end] != UInt8(ascii: ">") { end += 1 }
      if end == bytes.count { return true }
      let attributes = bytes[start..<end]
      if attributes.indices.contains(where: { attributes[$0...].starts(with: word) }) {
        return true
      }
      start = end
    }
    return false
  }
}
