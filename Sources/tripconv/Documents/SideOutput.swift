import DocumentFile

/// An output beside the document that a verb writes: a report.
///
///     begin ──► work ──► append: complete and on disk ──► the document is replaced ──► finish: in place
///
/// So an output that cannot be created ends the command before any work, and one that cannot be written
/// ends it before the document is replaced.
final class SideOutput {
  private enum Place {
    case standardOutput
    case file(GrowingFile, path: String)
  }

  private let place: Place
  /// The bytes that complete standard output.
  private var ending: [UInt8] = []

  /// - Throws: ``CommandFailure`` if the output cannot be created.
  init(_ target: WriteTarget) throws(CommandFailure) {
    switch target {
    case .standardOutput: place = .standardOutput
    case .path(let path):
      do {
        place = .file(try GrowingFile(path: path), path: path)
      } catch {
        throw CommandFailure(error, file: path)
      }
    }
  }

  /// Writes a piece; of a file, the piece and the ending are then on disk.
  ///
  /// - Parameters:
  ///   - ending: The bytes that complete the output if no piece follows.
  ///   - content: Writes the piece in parts.
  /// - Throws: ``CommandFailure``; a file keeps its previous pieces.
  func append(
    ending: [UInt8] = [],
    _ content: ((([UInt8]) throws(DocumentError) -> Void)) throws(DocumentError) -> Void
  ) throws(CommandFailure) {
    var failure: StandardOutputFailure?
    do throws(DocumentError) {
      switch place {
      case .standardOutput:
        try content { (bytes) throws(DocumentError) in
          do throws(StandardOutputFailure) {
            try StandardOutput.write(bytes)
          } catch {
            failure = error
            throw DocumentError(.outputFailed)
          }
        }
      case .file(let file, _): try file.append(ending: ending, content)
      }
      self.ending = ending
    } catch {
      if let failure { throw CommandFailure(failure, file: nil) }
      throw CommandFailure(error, file: name)
    }
  }

  private var name: String? {
    if case .file(_, let path) = place { path } else { nil }
  }

  /// Completes the output and, if it is a file, moves it into place.
  ///
  /// - Parameter written: What says that the documents are written, if this fails.
  /// - Throws: ``CommandFailure``, which names the documents, too.
  func finish(beside written: Message?) throws(CommandFailure) {
    do {
      switch place {
      case .standardOutput: try StandardOutput.write(ending)
      case .file(let file, let path): StandardError.say(try file.finish(), of: path)
      }
    } catch {
      var failure = CommandFailure(error, file: name)
      if !failure.messages.isEmpty, let written { failure.messages.append(written) }
      throw failure
    }
  }

  /// The message that a document is written although the command fails.
  static func written(_ name: String) -> Message {
    Message(.note, "it is written; only the output beside it failed", at: name)
  }
}

extension WriteTarget {
  /// Checks before any work that the target can be created or replaced; opens no pipe.
  func requireCreatable() throws(CommandFailure) {
    guard case .path(let path) = self, !isStream else { return }
    do {
      try DocumentFile.requireReplaceable(fileAt: path)
    } catch {
      throw CommandFailure(error, file: path)
    }
  }
}
