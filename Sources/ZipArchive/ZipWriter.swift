/// Writes an archive to a sink, entry by entry, buffering only the central directory and one entry.
///
/// For one version of libdeflate, equal calls produce equal bytes.
package struct ZipWriter {
  /// Receives the next bytes of the archive, which are valid only during the call.
  package typealias Sink = (UnsafeRawBufferPointer) throws -> Void

  private let sink: Sink
  private let limits: ZipLimits
  private var meter: BudgetMeter
  private var names: Set<String> = []
  private var directory: [UInt8] = []
  /// False once the archive is finished or the sink has thrown: after an error the sink may have
  /// part of the bytes, so nothing valid can follow.
  private var isOpen = true
  /// The number of bytes written to the sink.
  package private(set) var count = 0

  /// Creates a writer whose archives a reader with the same limits accepts.
  package init(limits: ZipLimits = .standard, sink: @escaping Sink) {
    self.limits = limits
    self.sink = sink
    meter = BudgetMeter(limits: limits)
  }

  /// Compresses contents and adds them as an entry.
  @discardableResult
  package mutating func add(
    name: String, contents: [UInt8], method: CompressionMethod
  ) throws -> ZipEntry {
    try contents.withUnsafeBytes { try add(name: name, contents: $0, method: method) }
  }

  /// Compresses contents and adds them as an entry.
  @discardableResult
  package mutating func add(
    name: String, contents: UnsafeRawBufferPointer, method: CompressionMethod
  ) throws -> ZipEntry {
    let crc32 = CRC32.checksum(of: contents)
    guard let deflated = try CompressedContents.deflate(contents, method: method).get() else {
      return try add(
        name: name, stored: contents, rawSize: contents.count, crc32: crc32, method: .stored)
    }
    return try add(
      name: name, stored: deflated, rawSize: contents.count, crc32: crc32, method: .deflated)
  }

  /// Adds compressed contents as an entry.
  @discardableResult
  package mutating func add(name: String, _ contents: CompressedContents) throws -> ZipEntry {
    try add(
      name: name, stored: contents.stored, rawSize: contents.rawSize, crc32: contents.crc32,
      method: contents.method)
  }

  /// Adds stored bytes of another archive as an entry, without verifying size and CRC-32.
  @discardableResult
  package mutating func add(
    name: String, stored: [UInt8], rawSize: Int, crc32: UInt32, method: ZipEntry.Method
  ) throws -> ZipEntry {
    try stored.withUnsafeBytes {
      try add(name: name, stored: $0, rawSize: rawSize, crc32: crc32, method: method)
    }
  }

  /// Adds stored bytes of another archive as an entry, without verifying size and CRC-32.
  @discardableResult
  package mutating func add(
    name: String, stored: UnsafeRawBufferPointer, rawSize: Int, crc32: UInt32,
    method: ZipEntry.Method
  ) throws -> ZipEntry {
    guard isOpen else { throw ZipError(.writerClosed, entry: name) }
    try checkName(name)
    let entry = try ZipEntry(
      name: name, method: method, crc32: crc32, storedSize: stored.count, rawSize: rawSize,
      localHeaderOffset: count)
    if method == .stored, rawSize != stored.count {
      throw ZipError(
        .sizeMismatch, entry: name, field: "uncompressed size",
        detail: .mismatch(expected: stored.count, found: rawSize))
    }
    let flags = GeneralPurposeFlags.written(for: name)
    let record = CentralDirectoryRecord(for: entry, flags: flags).serialized
    if record.count > limits.maximumDirectoryBytes - directory.count {
      throw ZipError(
        .budgetDirectoryBytes, entry: name,
        detail: .exceeds(limit: limits.maximumDirectoryBytes, value: directory.count + record.count)
      )
    }
    try meter.admit(entry)
    names.insert(name)
    try write(LocalHeader(for: entry, flags: flags).serialized)
    try write(stored)
    directory += record
    return entry
  }

  /// Writes the central directory and the end record; no entries can be added afterwards.
  package mutating func finish() throws {
    guard isOpen else { throw ZipError(.writerClosed) }
    let place = CentralDirectoryPlace(offset: count, size: directory.count, entries: names.count)
    try write(directory)
    try write(place.serializedEnd)
    isOpen = false
  }

  private func checkName(_ name: String) throws(ZipError) {
    if let problem = EntryName.problem(in: name) {
      throw ZipError(.nameInvalid, entry: name, detail: .name(problem))
    }
    // The length must also fit its 16-bit field, regardless of the limits.
    let limit = min(limits.maximumNameBytes, Int(UInt16.max))
    if name.utf8.count > limit {
      throw ZipError(
        .budgetNameBytes, entry: name, detail: .exceeds(limit: limit, value: name.utf8.count))
    }
    if names.contains(name) {
      throw ZipError(.duplicateName, entry: name)
    }
  }

  private mutating func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try write($0) }
  }

  private mutating func write(_ bytes: UnsafeRawBufferPointer) throws {
    guard !bytes.isEmpty else { return }
    do {
      try sink(bytes)
    } catch {
      isOpen = false
      throw error
    }
    count += bytes.count
  }
}
