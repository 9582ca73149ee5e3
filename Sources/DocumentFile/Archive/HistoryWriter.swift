import DocumentTables
import ZipArchive

/// The parts of a history in the document form: its state, then its runs of transactions.
///
/// Runs that the replaced file has already are copied.
struct HistoryWriter {
  let options: DocumentWriteOptions
  let readable: ReadableValues
  let replaced: ReplacedDocument?

  /// A run and its part, for the parts that a later save may copy.
  struct Written {
    var run: History.Run
    var part: CompressedPart
  }

  /// Returns the parts in the order of entries; none if there was no transaction.
  func parts(
    of history: History, _ state: HistoryState
  ) throws(DocumentError) -> (state: CompressedPart, runs: [Written]) {
    let stateName = PartName.historyState(options.encoding)
    let statePart = try CompressedPart(
      stateName, try TreePart.historyState.bytes(of: state.tree, stateName, options),
      method: options.compression)
    var written: [Written] = []
    for run in history.runs {
      if let replaced, let known = replaced.parts.history[run.start], known.content.isSame(as: run)
      {
        written.append(Written(run: run, part: try replaced.copy(of: known.part)))
        continue
      }
      let name = PartName.historyRun(run.start, options.encoding)
      let trees = run.transactions.map(\.tree)
      for tree in trees { try readable.check(tree, part: name) }
      written.append(
        Written(
          run: run,
          part: try CompressedPart(
            name, try TreePart.historyRun.bytes(of: .array(trees), name, options),
            method: options.compression)))
    }
    return (statePart, written)
  }
}
