@testable import ZipArchive

/// An archive whose headers can be falsified one by one before it is put together.
struct CraftedArchive {
  struct Part {
    var local: LocalHeader
    var data: [UInt8]
    var record: CentralDirectoryRecord

    /// Changes the fields that both headers have.
    mutating func editBoth(_ edit: (inout EntryHeaderFields) -> Void) {
      edit(&local.fields)
      edit(&record.fields)
    }

    /// Gives both headers another name, without checking it.
    mutating func rename(_ name: [UInt8]) {
      local.name = name
      record.name = name
      editBoth { $0.nameLength = UInt16(name.count) }
    }

    /// Gives both headers an extra field.
    mutating func addExtra(_ extra: [UInt8]) {
      local.extra += extra
      record.extra += extra
      editBoth { $0.extraLength += UInt16(extra.count) }
    }
  }

  var parts: [Part] = []
  var beforeEntries: [UInt8] = []
  var afterEntries: [UInt8] = []
  var afterRecords: [UInt8] = []
  var beforeEnd: [UInt8] = []
  var afterEnd: [UInt8] = []
  var editEnd: (inout EndOfCentralDirectory) -> Void = { _ in }

  /// Two stored entries and a deflated one, as the writer would write them.
  init() throws {
    var offset = 0
    for (name, method, text) in [
      ("first", CompressionMethod.stored, "one"), ("data/second", .stored, "zwei"),
      ("data/third", .deflated(level: 6), String(repeating: "drei ", count: 20)),
    ] {
      let contents = try CompressedContents(Array(text.utf8), method: method)
      let entry = try ZipEntry(
        name: name, method: contents.method, crc32: contents.crc32,
        storedSize: contents.stored.count, rawSize: contents.rawSize, localHeaderOffset: offset)
      parts.append(
        Part(
          local: LocalHeader(for: entry, flags: []), data: contents.stored,
          record: CentralDirectoryRecord(for: entry, flags: [])))
      offset = entry.endOffset
    }
  }

  /// Gives every record the offset at which its local header really lies, plus `shift`.
  mutating func moveOffsets(by shift: Int = 0) {
    var offset = beforeEntries.count + shift
    for index in parts.indices {
      parts[index].record.localHeaderOffset = UInt32(offset)
      offset += parts[index].local.serialized.count + parts[index].data.count
    }
  }

  var serialized: [UInt8] {
    var bytes = beforeEntries
    for part in parts { bytes += part.local.serialized + part.data }
    bytes += afterEntries
    let directory = parts.flatMap(\.record.serialized) + afterRecords
    let place = CentralDirectoryPlace(
      offset: bytes.count, size: directory.count, entries: parts.count)
    var end = EndOfCentralDirectory(for: place)
    editEnd(&end)
    return bytes + directory + beforeEnd + end.serialized + afterEnd
  }
}

extension [UInt8] {
  /// What a reader makes of these bytes: every entry with its contents.
  func readAll(limits: ZipLimits = .standard) throws(ZipError) -> [(ZipEntry, [UInt8])] {
    let reader = try ZipReader(MemoryByteSource(self), limits: limits)
    var all: [(ZipEntry, [UInt8])] = []
    for entry in reader.entries {
      all.append((entry, try reader.contents(of: entry)))
    }
    return all
  }

  /// The error with which a reader refuses these bytes, if it does.
  func refusal(limits: ZipLimits = .standard) -> ZipError? {
    do {
      _ = try readAll(limits: limits)
      return nil
    } catch {
      return error
    }
  }
}
