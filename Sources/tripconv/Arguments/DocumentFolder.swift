import ArgumentParser
import DocumentFile
import Foundation

/// The documents in a folder and in its subfolders.
enum DocumentFolder {
  /// The endings of the names of documents; other files in a folder are not read.
  static let endings = [".trips", ".trips.json", ".trips.xml"]

  /// Replaces each folder among inputs by its documents, in the order of their paths.
  ///
  /// Hidden files and folders are left out, and links to folders are not followed, so the search
  /// ends.
  ///
  /// - Throws: ``CommandFailure`` if a folder cannot be read or contains no document.
  static func documents(of inputs: [InputArgument]) throws(CommandFailure) -> [InputArgument] {
    var documents: [InputArgument] = []
    for input in inputs {
      guard let path = input.source.path, isFolder(path) else {
        documents.append(input)
        continue
      }
      let found = try search(path)
      guard !found.isEmpty else {
        throw CommandFailure(
          .notFound, "the folder contains no \(endings.joined(separator: ", "))", at: path)
      }
      documents += found
    }
    return documents
  }

  private static func search(_ folder: String) throws(CommandFailure) -> [InputArgument] {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var paths: [String] = []
    var waiting = [""]
    while let subfolder = waiting.popLast() {
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: prefix + subfolder)
      } catch {
        throw CommandFailure(.cannotRead, "the folder cannot be read", at: prefix + subfolder)
      }
      for name in names where !name.hasPrefix(".") {
        let path = subfolder + name
        if isFolder(prefix + path) {
          let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: prefix + path))
          if isLink == nil { waiting.append(path + "/") }
        } else if endings.contains(where: { name.hasSuffix($0) }) {
          paths.append(path)
        }
      }
    }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map {
      InputArgument(.path(prefix + $0), name: prefix + $0, nameInFolder: $0)
    }
  }

  /// Rejects an output in a folder whose documents are read, because they would be read again the
  /// next time.
  ///
  /// - Throws: `ValidationError`.
  static func refuse(output: String, in inputs: [InputArgument]) throws {
    func components(_ path: String) -> [String] {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().pathComponents
    }
    for path in inputs.compactMap(\.source.path) where isFolder(path) {
      if components(output).starts(with: components(path)) {
        throw ValidationError("the output \(output) is in the folder \(path) that is read")
      }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
