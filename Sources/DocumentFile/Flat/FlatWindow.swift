import DocumentTables
import ZipArchive

/// A part of a flat document that ends between two records, as far as its bytes show.
///
/// Only reading the window tells whether it really ends there.
struct FlatWindow {
  /// The number of bytes before the window in the document.
  var start: Int
  /// The offset of the next window: in JSON, behind the comma that ends this window and any white
  /// space.
  var next: Int
  /// Whether the window ends with the document.
  var isLast: Bool
  var content: [UInt8]
}

/// The division of a flat document into windows.
///
/// A window ends before `{"$id"` or `{"$entity"` behind a comma, or before a line that begins with
/// `<d:record `. The line feed belongs to the next window, because writers put it before each
/// record.
///
/// Inside a text, a comment or a tree the same bytes may mean something else. Then reading shows
/// that the window does not end between records, and a longer window is read. If there is no such
/// place, the window grows as well, up to the whole document, which must then be small enough to be
/// read at once.
struct FlatCutting: Sendable {
  let source: any ByteSource
  let encoding: DocumentEncoding
  /// The maximum number of bytes that are read at once.
  let largestWindow: Int

  /// Returns the window that begins at an offset and has about `size` bytes, or more.
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

  /// Finds the last comma before a record, and the beginning of that record.
  private static func jsonCut(_ bytes: UnsafeBufferPointer<UInt8>) -> (end: Int, next: Int)? {
    let members = [#""$id""#, #""$entity""#].map { Array($0.utf8) }
    var start = bytes.count - 2
    // Bound: `start` never exceeds `bytes.count - 2`.
    while start > 0 {
      if bytes[start] == UInt8(ascii: "\""), bytes[start + 1] == UInt8(ascii: "$"),
        members.contains(where: { bytes[start...].starts(with: $0) })
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

  /// Finds the beginning of the last record.
  private static func xmlCut(
    _ bytes: UnsafeBufferPointer<UInt8>, isFirst: Bool
  ) -> (end: Int, next: Int)? {
    // Later windows are read inside the standard root element, so the document's own must be equal.
    if isFirst, !bytes.starts(with: FlatLines.xmlOpening) { return nil }
    if declaresNamespaces(bytes) { return nil }
    let line = Array("\n<d:record ".utf8)
    var start = bytes.count - line.count
    // Bound: `start` never exceeds `bytes.count - line.count`, so all bytes compared are in the
    // buffer.
    while start > 0 {
      if bytes[start] == line[0], bytes[start + 1] == line[1],
        line.indices.allSatisfy({ bytes[start + $0] == line[$0] })
      {
        // CR and LF are one line end, which two windows must not both count.
        let end = bytes[start - 1] == 0x0D ? start + 1 : start
        return (end, end)
      }
      start -= 1
    }
    return nil
  }

  /// Returns whether the tags around records declare namespaces.
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
      // The rest of the tag; if the window ends inside it, the answer is unknown and taken as yes.
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
