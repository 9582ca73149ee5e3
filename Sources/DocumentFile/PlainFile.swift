import ZipArchive

extension DocumentFile {
  /// Replaces a file atomically with bytes that are not a document, such as a schema.
  ///
  /// - Returns: The rights and attributes of the old file that the new file could not get.
  /// - Throws: ``DocumentError``; with `.savedDurabilityUnknown` the new file is already in place.
  @discardableResult
  package static func replace(
    fileAt path: String, with bytes: [UInt8]
  ) throws(DocumentError) -> UnkeptRights {
    let content = { (output: @escaping FileReplacement.Output) throws(DocumentError) in
      // Lifetime: the buffer is used within the closure only.
      try bytes.withUnsafeBufferPointer { (buffer) throws(DocumentError) in
        try output(UnsafeRawBufferPointer(buffer))
      }
    }
    do throws(DocumentError) {
      switch try WriteTarget.path(path).resolve() {
      case .stream(let descriptor):
        try FileReplacement.write(into: descriptor, path: path, content)
        return UnkeptRights()
      case .file(let file):
        let outcome = try FileReplacement(file: file).perform(content) {
          (_) throws(DocumentError) in
        }
        if let problem = outcome.durabilityProblem { throw problem }
        return outcome.unkept
      }
    } catch {
      throw error.inFile(path)
    }
  }

  /// Returns the bytes of a file that is not a document; nil if there is none.
  package static func bytes(fileAt path: String) throws(DocumentError) -> [UInt8]? {
    let isDirectory: Bool?
    do {
      isDirectory = try fileStatus(atPath: path)?.isDirectory
    } catch {
      throw DocumentError(.fileCannotBeRead, file: path, error)
    }
    guard let isDirectory else { return nil }
    if isDirectory {
      throw DocumentError(.fileCannotBeRead, file: path, "it is a directory")
    }
    let source = try ReadingFile.open(.path(path), limits: .standard)
    do {
      return try ReadingFile.wholeBytes(of: source)
    } catch {
      throw error.inFile(path)
    }
  }

  /// Returns the first bytes of a source, and a source that still has them.
  ///
  /// A source that can be read only once, such as a pipe, is spooled to a temporary folder.
  ///
  /// - Parameter accepts: Whether a beginning is that of a file that is no document, but is read too; of
  ///   any other, a pipe is not read further.
  package static func beginning(
    of source: ReadSource, count: Int, limits: DocumentLimits,
    accepting accepts: ([UInt8]) -> Bool = { _ in false }
  ) throws(DocumentError) -> (bytes: [UInt8], source: ReadSource) {
    do throws(DocumentError) {
      let opened = try ReadingFile.openSpooled(
        source, folder: PassOptions().temporaryFolder, limits: limits, accepting: accepts)
      let bytes: [UInt8]
      do throws(ZipError) {
        bytes = try opened.read(at: 0, count: min(count, opened.count))
      } catch {
        throw DocumentError(error)
      }
      if case .path(let path) = source, (try? fileStatus(atPath: path))??.isRegularFile == true {
        return (bytes, source)
      }
      return (bytes, .opened(opened))
    } catch {
      throw error.inFile(source.path)
    }
  }

  /// Returns what a source is that is no document and of no format that is read; nil if that is not known.
  ///
  /// - Throws: ``DocumentError`` if the source cannot be read.
  package static func otherFile(
    _ source: ReadSource, limits: DocumentLimits
  ) throws(DocumentError) -> OtherFile? {
    do throws(DocumentError) {
      let opened = try ReadingFile.open(source, limits: limits)
      do throws(ZipError) {
        let bytes = try opened.read(at: 0, count: min(OtherFile.probedBytes, opened.count))
        if let other = OtherFile(beginning: bytes) { return other }
        return try OtherFile(archive: opened)
      } catch {
        throw DocumentError(error)
      }
    } catch {
      throw error.inFile(source.path)
    }
  }

  /// Returns all bytes of a source that is not a document.
  ///
  /// - Throws: ``DocumentError``; `limit-file-bytes` if the source has more than the limits allow.
  package static func bytes(
    of source: ReadSource, limits: DocumentLimits
  ) throws(DocumentError) -> [UInt8] {
    do throws(DocumentError) {
      return try ReadingFile.wholeBytes(of: try ReadingFile.open(source, limits: limits))
    } catch {
      throw error.inFile(source.path)
    }
  }

  /// Throws if a path names no regular file that can be replaced, as one with hard links.
  package static func requireReplaceable(fileAt path: String) throws(DocumentError) {
    do {
      _ = try WriteTarget.path(path).resolveFile()
    } catch {
      throw error.inFile(path)
    }
  }

  /// Removes a file that is not a document.
  package static func remove(fileAt path: String) throws(DocumentError) {
    do throws(DocumentError) {
      let file = try WriteTarget.path(path).resolveFile()
      do {
        try file.remove()
      } catch {
        throw DocumentError(.outputFailed, error.description, underlying: error)
      }
    } catch {
      throw error.inFile(path)
    }
  }
}
