internal import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files of one database as open descriptors: the whole file system of a connection.
///
/// SQLite opens, deletes and tests the database, its journal and its log under the names of this file system. Every
/// other name is refused: the name of a super-journal at the end of a journal, which SQLite
/// would delete, or a database that a statement attaches. No path of the system's file system exists for the connection.
package final class SQLiteFiles {
  /// The reason why SQLite did not get a file.
  package enum Refusal: Sendable, Hashable {
    /// The journal ends with the name of a super-journal: a file that SQLite would read and delete.
    case superJournal
    /// SQLite asked for a file with a name that is none of the database's.
    case otherFile(String)
    /// A file would exceed its limit.
    case size
    /// The pages were read more often than their limit permits.
    case reads
  }

  /// The endings of the files that belong to a database: its journal and its write-ahead log.
  package static let companionEndings = [journalEnding, "-wal"]
  private static let journalEnding = "-journal"
  /// The name of the database in this file system.
  static let databaseName = "/database"
  private static let longestName = 63

  /// The first file that SQLite did not get; nil if it got all.
  package private(set) var refusal: Refusal?

  /// The bytes that SQLite has read from the database and its log.
  package private(set) var bytesRead = 0

  /// The name under which SQLite finds this file system.
  let name: String
  private let system: UnsafeMutablePointer<sqlite3_vfs>
  private let cName: UnsafeMutablePointer<CChar>
  /// The files by their endings; that of the database is empty.
  private var parts: [String: Descriptor] = [:]
  private let makeTemporary: () -> Int32?
  let limits: SQLiteLimits

  /// Creates a file system of descriptors, which are closed with this object.
  ///
  /// - Parameters:
  ///   - database: A file that only this process has.
  ///   - companions: The journal and the log, by their endings.
  ///   - makeTemporary: Returns the descriptor of a new empty file for a sort, or nil.
  package init(
    database: Int32, companions: [String: Int32] = [:], limits: SQLiteLimits = SQLiteLimits(),
    makeTemporary: @escaping () -> Int32?
  ) {
    self.limits = limits
    self.makeTemporary = makeTemporary
    parts[""] = Descriptor(database)
    for (ending, number) in companions { parts[ending] = Descriptor(number) }
    system = .allocate(capacity: 1)
    // Its own address makes the name unique.
    name = "descriptors-\(UInt(bitPattern: system))"
    cName = .allocate(capacity: name.utf8.count + 1)
    for (index, byte) in (name.utf8CString).enumerated() { cName[index] = byte }
    system.initialize(to: Self.methods)
    system.pointee.zName = UnsafePointer(cName)
    // Lifetime: the connection owns this object and closes its handle first.
    system.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_vfs_register(system, 0)
  }

  deinit {
    sqlite3_vfs_unregister(system)
    system.deallocate()
    cName.deallocate()
  }

  /// Notes a refusal; later ones follow from the first.
  fileprivate func refuse(_ refusal: Refusal) {
    if self.refusal == nil { self.refusal = refusal }
  }

  /// Counts bytes that are read; false if they exceed the limit.
  fileprivate func countRead(_ bytes: Int) -> Bool {
    // No overflow: a process reads fewer bytes.
    bytesRead += bytes
    if bytesRead > limits.readBytes { refuse(.reads) }
    return bytesRead <= limits.readBytes
  }

  // MARK: The calls of SQLite

  /// Returns the ending of a name of this file system; nil for any other name.
  private static func ending(of name: String) -> String? {
    guard name.hasPrefix(databaseName) else { return nil }
    let ending = String(name.dropFirst(databaseName.count))
    return ending.isEmpty || companionEndings.contains(ending) ? ending : nil
  }

  fileprivate func open(_ name: String?, _ flags: Int32) -> (file: OpenFile?, code: Int32) {
    guard let name else {
      guard let number = makeTemporary() else { return (nil, SQLITE_CANTOPEN) }
      return (OpenFile(Descriptor(number), isTemporary: true, self), SQLITE_OK)
    }
    guard let ending = Self.ending(of: name) else {
      refuse(.otherFile(name))
      return (nil, SQLITE_AUTH)
    }
    if parts[ending] == nil, flags & SQLITE_OPEN_CREATE != 0 {
      parts[ending] = makeTemporary().map(Descriptor.init)
    }
    guard let descriptor = parts[ending] else { return (nil, SQLITE_CANTOPEN) }
    if ending == Self.journalEnding, descriptor.endsWithJournalMagic {
      refuse(.superJournal)
      return (nil, SQLITE_AUTH)
    }
    return (OpenFile(descriptor, isTemporary: false, self), SQLITE_OK)
  }

  func delete(_ name: String) -> Int32 {
    guard let ending = Self.ending(of: name) else {
      refuse(.otherFile(name))
      return SQLITE_AUTH
    }
    // SQLITE_IOERR_DELETE_NOENT.
    return parts.removeValue(forKey: ending) == nil ? SQLITE_IOERR | 23 << 8 : SQLITE_OK
  }

  /// Whether a file exists; as for SQLite's own file systems, an empty one does not.
  func exists(_ name: String) -> Bool? {
    guard let ending = Self.ending(of: name) else {
      refuse(.otherFile(name))
      return nil
    }
    return parts[ending].map { $0.size ?? 0 > 0 } ?? false
  }

  /// Lifetime: SQLite passes the file system that it was registered with, and the object lives as long.
  private static func files(_ system: UnsafeMutablePointer<sqlite3_vfs>?) -> SQLiteFiles? {
    system?.pointee.pAppData.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private static var methods: sqlite3_vfs {
    var methods = sqlite3_vfs()
    methods.iVersion = 1
    methods.szOsFile = Int32(MemoryLayout<csqlite_file>.size)
    methods.mxPathname = Int32(longestName)
    methods.xOpen = { system, name, file, flags, flagsOut in
      guard let file, let files = SQLiteFiles.files(system) else { return SQLITE_MISUSE }
      // Without methods, SQLite does not close the file.
      file.pointee.pMethods = nil
      let (opened, code) = files.open(name.map { String(cString: $0) }, flags)
      guard let opened else { return code }
      // Bound: SQLite allocated `szOsFile` bytes. Lifetime: `xClose` releases the object.
      UnsafeMutableRawPointer(file).assumingMemoryBound(to: csqlite_file.self).pointee.state =
        Unmanaged.passRetained(opened).toOpaque()
      file.pointee.pMethods = OpenFile.methods
      flagsOut?.pointee = flags
      return SQLITE_OK
    }
    methods.xDelete = { system, name, _ in
      guard let name, let files = SQLiteFiles.files(system) else { return SQLITE_MISUSE }
      return files.delete(String(cString: name))
    }
    methods.xAccess = { system, name, _, result in
      guard let name, let files = SQLiteFiles.files(system) else { return SQLITE_MISUSE }
      guard let exists = files.exists(String(cString: name)) else { return SQLITE_AUTH }
      result?.pointee = exists ? 1 : 0
      return SQLITE_OK
    }
    methods.xFullPathname = { system, name, count, out in
      guard let name, let out, let files = SQLiteFiles.files(system) else { return SQLITE_MISUSE }
      let text = String(cString: name)
      guard SQLiteFiles.ending(of: text) != nil, text.utf8.count < count else {
        files.refuse(.otherFile(text))
        return SQLITE_AUTH
      }
      // Bound: the text and its end were compared with the size of SQLite's buffer.
      for (index, byte) in text.utf8CString.enumerated() { out[index] = byte }
      return SQLITE_OK
    }
    methods.xRandomness = { _, count, out in
      sqlite3_randomness(count, out)
      return count
    }
    methods.xSleep = { _, microseconds in microseconds }
    methods.xCurrentTime = { _, result in
      // The Julian day of 1970-01-01 is 2440587.5.
      result?.pointee = 2_440_587.5 + Double(time(nil)) / 86_400
      return SQLITE_OK
    }
    methods.xGetLastError = { _, _, _ in 0 }
    return methods
  }
}

/// An open descriptor, closed with the last reference.
private final class Descriptor {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  var size: Int64? {
    var status = stat()
    return fstat(number, &status) == 0 ? Int64(status.st_size) : nil
  }

  /// Whether a file ends as a journal with the name of a super-journal: name, length, checksum, magic
  /// (https://www.sqlite.org/fileformat2.html, section 3).
  ///
  /// SQLite also tests length and checksum, and ignores a name in which these are wrong.
  var endsWithJournalMagic: Bool {
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    guard let size, size >= magic.count else { return false }
    var end = [UInt8](repeating: 0, count: magic.count)
    // Bound: the count of the array. Lifetime: inside the closure.
    let count = end.withUnsafeMutableBytes {
      pread(number, $0.baseAddress, $0.count, off_t(size) - off_t($0.count))
    }
    return count == magic.count && end == magic
  }
}

/// An open file as SQLite calls it: reads and writes of a descriptor, without locks, because no other process has it.
///
/// SQLite gets no shared memory, so the index of a log is in its own memory.
private final class OpenFile {
  private let descriptor: Descriptor
  private let isTemporary: Bool
  private let largest: Int
  /// Lifetime: the file system outlives the connection and its files.
  private unowned let files: SQLiteFiles

  init(_ descriptor: Descriptor, isTemporary: Bool, _ files: SQLiteFiles) {
    self.descriptor = descriptor
    self.isTemporary = isTemporary
    largest = isTemporary ? files.limits.temporaryBytes : files.limits.databaseBytes
    self.files = files
  }

  private func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int32 {
    guard offset >= 0, offset <= Int64.max - Int64(buffer.count),
      isTemporary || files.countRead(buffer.count)
    else { return Self.failedRead }
    var filled = 0
    // Bound: `filled` never exceeds the size of SQLite's buffer, and each call gets only the rest of it.
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = pread(
        descriptor.number, rest.baseAddress, rest.count, off_t(offset) + off_t(filled))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return Self.failedRead }
      if count == 0 {
        rest.initializeMemory(as: UInt8.self, repeating: 0)
        return Self.shortRead
      }
      filled += count
    }
    return SQLITE_OK
  }

  private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
    guard offset >= 0, offset <= Int64(largest), bytes.count <= Int64(largest) - offset else {
      files.refuse(.size)
      return SQLITE_FULL
    }
    var written = 0
    // Bound: `written` never exceeds the count of SQLite's buffer, and each call gets only the rest of it.
    while written < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = pwrite(
        descriptor.number, rest.baseAddress, rest.count, off_t(offset) + off_t(written))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        return count == 0 || errno == ENOSPC || errno == EDQUOT ? SQLITE_FULL : Self.failedWrite
      }
      written += count
    }
    return SQLITE_OK
  }

  private func truncate(to size: Int64) -> Int32 {
    guard size >= 0, size <= Int64(largest) else {
      files.refuse(.size)
      return SQLITE_FULL
    }
    return ftruncate(descriptor.number, off_t(size)) == 0 ? SQLITE_OK : Self.failedTruncation
  }

  // Swift imports no extended result codes (https://www.sqlite.org/rescode.html).
  private static let failedRead = SQLITE_IOERR | 1 << 8
  private static let shortRead = SQLITE_IOERR | 2 << 8
  private static let failedWrite = SQLITE_IOERR | 3 << 8
  private static let failedTruncation = SQLITE_IOERR | 6 << 8
  private static let failedStatus = SQLITE_IOERR | 7 << 8
  /// SQLITE_IOCAP_POWERSAFE_OVERWRITE: the first header of a journal has a sector of 512 bytes, as on other systems.
  private static let characteristics: Int32 = 0x1000

  /// Lifetime: the object lives until `xClose` releases it, which SQLite calls last.
  private static func file(_ file: UnsafeMutablePointer<sqlite3_file>?) -> OpenFile? {
    guard let file else { return nil }
    return UnsafeMutableRawPointer(file).assumingMemoryBound(to: csqlite_file.self).pointee.state
      .map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  /// Lifetime: never freed, and never changed, so threads share it.
  nonisolated(unsafe) static let methods: UnsafePointer<sqlite3_io_methods> = {
    var methods = sqlite3_io_methods()
    methods.iVersion = 1
    methods.xClose = { file in
      guard let file else { return SQLITE_MISUSE }
      let state = UnsafeMutableRawPointer(file).assumingMemoryBound(to: csqlite_file.self)
      if let object = state.pointee.state { Unmanaged<OpenFile>.fromOpaque(object).release() }
      state.pointee.state = nil
      return SQLITE_OK
    }
    methods.xRead = { file, buffer, count, offset in
      guard let file = OpenFile.file(file), count >= 0 else { return SQLITE_MISUSE }
      return file.read(
        UnsafeMutableRawBufferPointer(start: buffer, count: buffer == nil ? 0 : Int(count)),
        at: offset)
    }
    methods.xWrite = { file, bytes, count, offset in
      guard let file = OpenFile.file(file), count >= 0 else { return SQLITE_MISUSE }
      return file.write(
        UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(count)), at: offset)
    }
    methods.xTruncate = { file, size in
      OpenFile.file(file)?.truncate(to: size) ?? SQLITE_MISUSE
    }
    // The copy is of no use after a failure.
    methods.xSync = { _, _ in SQLITE_OK }
    methods.xFileSize = { file, size in
      guard let found = OpenFile.file(file)?.descriptor.size else { return OpenFile.failedStatus }
      size?.pointee = found
      return SQLITE_OK
    }
    methods.xLock = { _, _ in SQLITE_OK }
    methods.xUnlock = { _, _ in SQLITE_OK }
    methods.xCheckReservedLock = { _, result in
      result?.pointee = 0
      return SQLITE_OK
    }
    methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.xSectorSize = { _ in 512 }
    methods.xDeviceCharacteristics = { _ in OpenFile.characteristics }
    let shared = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    shared.initialize(to: methods)
    return UnsafePointer(shared)
  }()
}
