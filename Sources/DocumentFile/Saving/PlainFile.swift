extension DocumentFile {
  /// Puts bytes that are no document, say a schema, in the place of a file, as a whole or not at all.
  ///
  /// - Throws: ``DocumentError``; with `.savedDurabilityUnknown` the new file stands in its place.
  package static func replace(fileAt path: String, with bytes: [UInt8]) throws(DocumentError) {
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
      case .file(let file):
        let outcome = try FileReplacement(file: file).perform(content) {
          (_) throws(DocumentError) in
        }
        if let problem = outcome.durabilityProblem { throw problem }
      }
    } catch {
      throw error.inFile(path)
    }
  }
}
