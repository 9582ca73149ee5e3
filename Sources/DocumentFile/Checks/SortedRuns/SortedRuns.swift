/// Sorts any number of entries in bounded memory: what is gathered is sorted and put aside as a run,
/// and the runs are merged when they are read.
///
///     append ─► buffer ─► sort ─► run in the spill file      run ┐
///                                                            run ┼─► cursor
///                                        what is left in memory ┘
///
/// Entries that come in order, as keys often do, make one run, however many they are.
struct SortedRuns<Entry: SortedEntry> {
  /// A sorted stretch, in pieces that follow one another.
  struct Run {
    var extents: [SpillFile.Extent]
    var last: Entry
  }

  private let spill: SpillFile
  private let bufferedEntries: Int
  private var buffer: [Entry] = []
  private var isBufferSorted = true
  private var runs: [Run] = []

  /// - Parameter memory: The bytes that may wait to be sorted.
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

  /// Ends the adding: everything can be read in order now, as often as needed.
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
