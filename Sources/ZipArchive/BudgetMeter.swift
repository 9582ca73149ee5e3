/// Counts the entries of one archive and their sizes against the limits.
///
/// Reader and writer share it, so the writer never writes an archive that a reader with the same
/// limits rejects.
struct BudgetMeter {
  let limits: ZipLimits
  private var entries = 0
  private var totalBytes = 0

  init(limits: ZipLimits) {
    self.limits = limits
  }

  /// Counts one more entry; throws if it exceeds a limit.
  mutating func admit(_ entry: ZipEntry) throws(ZipError) {
    try limits.check(entry)
    if entries >= limits.maximumEntries {
      throw ZipError(
        .budgetEntries, entry: entry.name, offset: entry.localHeaderOffset,
        detail: .exceeds(limit: limits.maximumEntries, value: entries + 1))
    }
    let (sum, overflow) = totalBytes.addingReportingOverflow(entry.rawSize)
    if overflow || sum > limits.maximumTotalBytes {
      throw ZipError(
        .budgetTotalBytes, entry: entry.name, offset: entry.localHeaderOffset,
        detail: .exceeds(limit: limits.maximumTotalBytes, value: overflow ? .max : sum))
    }
    entries += 1
    totalBytes = sum
  }
}

extension ZipLimits {
  /// Throws if a single entry exceeds its limits.
  func check(_ entry: ZipEntry) throws(ZipError) {
    let size = max(entry.rawSize, entry.storedSize)
    if size > maximumEntryBytes {
      throw ZipError(
        .budgetEntryBytes, entry: entry.name, offset: entry.localHeaderOffset,
        field: size == entry.rawSize ? "uncompressed size" : "compressed size",
        detail: .exceeds(limit: maximumEntryBytes, value: size))
    }
    guard entry.method == .deflated else { return }
    let (allowed, overflow) = entry.storedSize.multipliedReportingOverflow(by: maximumRatio)
    if !overflow && entry.rawSize > allowed {
      throw ZipError(
        .budgetRatio, entry: entry.name, offset: entry.localHeaderOffset,
        field: "uncompressed size", detail: .exceeds(limit: allowed, value: entry.rawSize))
    }
  }
}
