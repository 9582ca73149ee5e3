import Foundation

/// A folder that is removed with this value.
final class TemporaryFolder: Sendable {
  let url: URL

  init() {
    url = URL.temporaryDirectory.appending(path: "recipes-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
