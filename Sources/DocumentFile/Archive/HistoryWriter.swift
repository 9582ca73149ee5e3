import DocumentTables
import ZipArchive

/// The parts of a history in the document form: its state, then its runs of transactions.
///
/// Runs that the replaced file has already are copied.
struct HistoryWriter {
  let encoding: DocumentEncoding
  let compression: CompressionMethod
  let limits: DocumentLimits
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
    let stateName = PartName.historyState(encoding)
    let statePart = try CompressedPart(
      stateName, try bytes(of: state.tree, .historyState, stateName), method: compression)
    var written: [Written] = []
    for run in history.runs {
      if let replaced, let known = replaced.parts.history[run.start], known.content.isSame(as: run)
      {
        written.append(Written(run: run, part: try replaced.copy(of: known.part)))
        continue
      }
      let name = PartName.historyRun(run.start, encoding)
      let tree = Tree.array(run.transactions.map(\.tree))
      written.append(
        Written(
          run: run,
          part: try CompressedPart(
            name, try bytes(of: tree, .historyRun, name), method: compression)))
    }
    return (statePart, written)
  }

  private func bytes(
    of tree: Tree, _ kind: TreePart, _ name: String
  ) throws(DocumentError) -> [UInt8] {
    let bytes = kind.bytes(of: tree, encoding: encoding)
    guard bytes.count <= limits.treePartBytes else {
      throw DocumentError(
        .limitTreePart, part: name,
        "it has \(bytes.count) bytes; remove transactions or keep no values")
    }
    return bytes
  }
}
