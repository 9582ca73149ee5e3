/// A sort of any number of entries in bounded memory: full buffers are sorted and spilled as runs,
/// which are merged when they are read.
///
///     append ─► buffer ─► sort ─► run in the spill file      run ┐
///                                                            run ┼─► cursor
///                                        what is left in memory ┘
///
/// Entries that arrive in order, as keys often do, form a single run, whatever their number.
struct SortedRuns<Entry: SortedEntry> {
  /// A sorted run, in extents that follow one another.
  struct Run {
    var extents: [SpillFile.Extent]
    var last: Entry
  }

  private let spill: SpillFile
  private let bufferedEntries: Int
  private var buffer: [Entry] = []
  private var isBufferSorted = true
  private var runs: [Run] = []

  /// - Parameter memory: The maximum size in bytes of unsorted entries.
  init(_ spill: SpillFile, memory: Int) {
    self.spill = spill
    bufferedEntries = max(256, memory / MemoryLayout<Entry>.stride)
  }

  var isEmpty: Bool { buffer.isEmpty && runs.isEmpty }

  mutating func append(contentsOf entries: [Entry]) throws(DocumentError) {
    for entry in entries {
      if isBufferSorted, let last = buffer.last, entry < last { isBufferSorted = false }
      buffer.append(entry)
      if buffer.count >= bufferedEntries { try putAside() }
    }
  }

  /// Ends the adding; the entries can then be read in order, repeatedly.
  mutating func finish() {
    sortBuffer()
  }

  func cursor() throws(DocumentError) -> SortedCursor<Entry> {
    try SortedCursor(spill: spill, runs: runs.map(\.extents), memory: buffer)
  }

  private mutating func sortBuffer() {
    if !isBufferSorted { buffer.sort() }
    isBufferSorted = true
  }

  private mutating func putAside() throws(DocumentError) {
    sortBuffer()
    guard let first = buffer.first, let last = buffer.last else { return }
    let extent = try spill.append(buffer)
    if let run = runs.indices.last, runs[run].last <= first {
      runs[run].extents.append(extent)
      runs[run].last = last
    } else {
      runs.append(Run(extents: [extent], last: last))
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
