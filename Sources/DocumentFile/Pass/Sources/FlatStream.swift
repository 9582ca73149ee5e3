import DocumentTables
import Markup
import ZipArchive

/// A reader of a flat document that decodes several windows in parallel and returns their rows in
/// order.
///
/// Which table a window continues, and with which key, is known only when the windows before it
/// have been read. So the reader assumes that the table continues. If the table ends, the windows
/// ahead are read again, which happens once for each table.
struct FlatStream {
  let source: any ByteSource
  let encoding: DocumentEncoding
  let limits: DocumentLimits
  /// The bytes of a window; `.max` to read the document in one window.
  var windowBytes: Int
  private let beginning: FlatBeginning

  var sections: FlatSections { beginning.sections }

  /// The same text, read in one window.
  var atOnce: FlatStream {
    var text = self
    text.windowBytes = .max
    return text
  }

  /// The first bytes read for the sections before the tables; most schemas are shorter.
  private static let beginningBytes = 64 << 10
  private let cutting: FlatCutting
  private let mark: String

  init(
    _ source: any ByteSource, _ encoding: DocumentEncoding, limits: DocumentLimits,
    windowBytes: Int
  ) throws(DocumentError) {
    self.source = source
    self.encoding = encoding
    self.limits = limits
    self.windowBytes = windowBytes
    cutting = FlatCutting(
      source: source, encoding: encoding,
      largestWindow: windowBytes == .max
        ? limits.fileBytes : DocumentLimits.standard.fileBytes)
    mark = "cut-" + String(UInt64.random(in: 1 << 62 ... .max), radix: 36)
    var size = min(windowBytes, Self.beginningBytes)
    var last: Refusal?
    while true {
      let window = try cutting.window(from: 0, bytes: size)
      do throws(DocumentError) {
        beginning = try FlatBeginning(window.content, encoding, limits: limits)
        return
      } catch {
        // The window may end too early.
        let refusal = Refusal(error, in: window, encoding)
        if refusal.isFinal(after: last) { throw error }
        last = refusal
        size = 2 * max(size, window.content.count)
      }
    }
  }

  /// An error in a window, which may be caused only by the end of the window.
  private struct Refusal {
    let error: DocumentError
    private let window: FlatWindow
    private let endsInMarkup: Bool

    init(_ error: DocumentError, in window: FlatWindow, _ encoding: DocumentEncoding) {
      self.error = error
      self.window = window
      endsInMarkup =
        encoding == .xml && !window.isLast && XMLCutPlace.isInCommentOrSection(window.content)
    }

    /// Returns whether the error is final: the window reaches the end of the document, or a shorter
    /// window had the same error.
    func isFinal(after last: Refusal?) -> Bool {
      if window.isLast { return true }
      guard let last, !endsInMarkup, window.content.count > last.window.content.count else {
        return false
      }
      return error.code == last.error.code && error.place == last.error.place
        && error.detail == last.error.detail
    }
  }

  /// A window that a worker is reading.
  private struct Pending {
    var window: FlatWindow
    var place: FlatPlace
    var item: WorkItem<Result<FlatPiece, FlatPieceFailure>>
  }

  /// The position of the reader in the document.
  private struct Progress {
    var offset = 0
    var place = FlatPlace.beginning
    var lastKey: ObjectKey = 0
    var rows = 0
  }

  /// Passes the rows to `take` in the order of hierarchies and keys, and returns the content beside
  /// them.
  func read(
    _ workers: WorkerCount, _ facts: @escaping SegmentFacts.Gathering, _ take: DocumentSource.Take
  ) throws(DocumentError) -> Tables {
    let reader = FlatPieceReader(
      sections: sections, encoding: encoding, limits: limits, facts: facts)
    return try Workers.run(workers) { (workers: inout Workers) throws(DocumentError) in
      var progress = Progress()
      var pending: [Pending] = []
      while true {
        try fill(&pending, progress, reader, &workers)
        let next = pending.removeFirst()
        let piece: FlatPiece
        var window = next.window
        do throws(FlatPieceFailure) {
          let read = try workers.result(of: next.item).get()
          // The assumed place may be wrong.
          guard next.place == progress.place, follows(read, progress) else {
            pending = []
            throw FlatPieceFailure(error: DocumentError(.flatMalformed), rows: 0)
          }
          piece = read
        } catch {
          pending = []
          // The window is the whole document, so reading more cannot change the error.
          if window.start == 0, window.isLast {
            throw try finalError(of: error, in: window, progress, openingCount: 0)
          }
          piece = try readAgain(&window, progress, reader)
        }
        progress.rows += piece.rows
        guard progress.rows <= limits.objects else { throw tooMany }
        for segment in piece.segments {
          try take(segment, DocumentSource.Place(bytesRead: window.next))
        }
        if let surroundings = piece.surroundings { return surroundings }
        move(&progress, behind: window, piece)
        if let first = pending.first, first.place != progress.place { pending = [] }
      }
    }
  }

  /// Reads the whole text again, window by window, and reports each record that breaks a rule.
  ///
  /// - Throws: The error behind which the text cannot be read.
  func readFindings(_ report: DocumentSource.Report) throws(DocumentError) {
    let reader = FlatPieceReader(
      sections: sections, encoding: encoding, limits: limits,
      facts: { SegmentFacts($0, hierarchy: $1) }, collectsFindings: true)
    var progress = Progress()
    var counter = TextPositionCounter()
    while true {
      var window = try cutting.window(from: progress.offset, bytes: windowBytes)
      let (result, openingCount) = try pieceAgain(&window, progress, reader)
      let findings: [DocumentError]
      switch result {
      case .success(let piece): findings = piece.findings
      case .failure(let failure): findings = failure.findings
      }
      if !findings.isEmpty { try advance(&counter, to: window.start) }
      for finding in findings {
        try report(placed(finding, window, behind: counter, openingCount: openingCount))
      }
      let piece: FlatPiece
      do throws(FlatPieceFailure) {
        piece = try result.get()
      } catch {
        throw try finalError(of: error, in: window, progress, openingCount: openingCount)
      }
      progress.rows += piece.rows
      guard progress.rows <= limits.objects else { throw tooMany }
      if piece.surroundings != nil { return }
      move(&progress, behind: window, piece)
    }
  }

  /// Submits windows to the workers, up to the number that workers read ahead.
  private func fill(
    _ pending: inout [Pending], _ progress: Progress, _ reader: FlatPieceReader,
    _ workers: inout Workers
  ) throws(DocumentError) {
    while pending.count < workers.ahead {
      let start: Int
      let place: FlatPlace
      if let last = pending.last {
        if last.window.isLast { return }
        start = last.window.next
        place = last.place == .beginning ? .table(0) : last.place
      } else {
        start = progress.offset
        place = progress.place
      }
      let window = try cutting.window(from: start, bytes: windowBytes)
      let lastKey = pending.isEmpty ? progress.lastKey : 0
      let text = text(of: window, place, lastKey: lastKey)
      pending.append(
        Pending(window: window, place: place, item: workers.submit { reader.piece(text) }))
    }
  }

  private func text(
    of window: FlatWindow, _ place: FlatPlace, lastKey: ObjectKey
  ) -> FlatPieceText {
    FlatPieceText(
      window.content, encoding: encoding, place: place, lastKey: lastKey, isCut: !window.isLast,
      mark: mark, schemaEnd: place == .beginning ? beginning.end : nil)
  }

  /// Returns whether the keys of a piece continue after the last key before it.
  private func follows(_ piece: FlatPiece, _ progress: Progress) -> Bool {
    guard let table = progress.place.table, let first = piece.segments.first,
      first.hierarchy == table, let key = first.segment.keys.first
    else { return true }
    return key > progress.lastKey
  }

  private func move(_ progress: inout Progress, behind window: FlatWindow, _ piece: FlatPiece) {
    let place = piece.end ?? progress.place
    let last = piece.segments.last.flatMap {
      $0.hierarchy == place.table ? $0.segment.keys.last : nil
    }
    progress.lastKey =
      piece.lastKey ?? last ?? (place == progress.place ? progress.lastKey : 0)
    progress.place = place
    progress.offset = window.next
  }

  /// Reads a window again from the known place, and extends the window if it ends too early.
  private func readAgain(
    _ window: inout FlatWindow, _ progress: Progress, _ reader: FlatPieceReader
  ) throws(DocumentError) -> FlatPiece {
    let (result, openingCount) = try pieceAgain(&window, progress, reader)
    do throws(FlatPieceFailure) {
      return try result.get()
    } catch {
      throw try finalError(of: error, in: window, progress, openingCount: openingCount)
    }
  }

  /// Returns what a window contains, or its error, and the number of bytes that were put before the window.
  ///
  /// An error of the document occurs in a window of any length.
  private func pieceAgain(
    _ window: inout FlatWindow, _ progress: Progress, _ reader: FlatPieceReader
  ) throws(DocumentError) -> (Result<FlatPiece, FlatPieceFailure>, openingCount: Int) {
    var size = window.content.count
    var last: Refusal?
    while true {
      let failure: FlatPieceFailure
      let text = text(of: window, progress.place, lastKey: progress.lastKey)
      let result = reader.piece(text)
      switch result {
      case .success: return (result, text.opening.count)
      case .failure(let found): failure = found
      }
      let refusal = Refusal(failure.error, in: window, encoding)
      if refusal.isFinal(after: last) { return (result, text.opening.count) }
      last = refusal
      size = 2 * max(size, window.content.count)
      window = try cutting.window(from: window.start, bytes: size)
    }
  }

  private func finalError(
    of failure: FlatPieceFailure, in window: FlatWindow, _ progress: Progress, openingCount: Int
  ) throws(DocumentError) -> DocumentError {
    if failure.rows > limits.objects - progress.rows { return tooMany }
    var counter = TextPositionCounter()
    if case .line = failure.error.place { try advance(&counter, to: window.start) }
    return placed(failure.error, window, behind: counter, openingCount: openingCount)
  }

  private var tooMany: DocumentError {
    DocumentError(.limitObjects, part: "tables", "at most \(limits.objects)")
  }

  /// Counts the lines of the document up to an offset.
  private func advance(
    _ counter: inout TextPositionCounter, to end: Int
  ) throws(DocumentError) {
    while counter.position.offset < end {
      let offset = counter.position.offset
      do {
        let bytes = try source.read(at: offset, count: min(4 << 20, end - offset))
        // Lifetime: the buffer is used inside the closure.
        bytes.withUnsafeBufferPointer { counter.advance(over: $0) }
      } catch {
        throw DocumentError(error)
      }
    }
  }

  /// Returns an error in a window with its position in the document.
  ///
  /// - Parameter counter: The counter at the beginning of the window.
  private func placed(
    _ error: DocumentError, _ window: FlatWindow, behind counter: TextPositionCounter,
    openingCount: Int
  ) -> DocumentError {
    guard case .line(let line, let column) = error.place, window.start > 0 else { return error }
    let before = counter.position
    var placed = error
    placed.place = .line(
      before.line + line - 1,
      column: line == 1 ? before.column + column - 1 - openingCount : column)
    return placed
  }
}
