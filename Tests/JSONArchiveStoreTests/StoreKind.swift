import DocumentData
import JSONArchiveStore
import Testing

/// The stores in which every behaviour is tested.
enum StoreKind: CaseIterable, CustomTestStringConvertible {
  case document, archive

  var testDescription: String { self == .document ? "in a document" : "in a JSON archive" }
}

/// A file of a store, which goes with the test.
final class Harbours {
  let kind: StoreKind
  let folder: URL

  init(_ kind: StoreKind) throws {
    self.kind = kind
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("harbours-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var file: URL { folder.appendingPathComponent("harbour") }

  /// Opens the file anew.
  func container() throws -> ModelContainer {
    let schema = Schema(Harbour.models)
    switch kind {
    case .document:
      return try ModelContainer(
        for: schema, configurations: ModelConfiguration(schema: schema, url: file))
    case .archive:
      return try ModelContainer(
        for: schema, configurations: JSONArchiveConfiguration(name: "harbour", fileURL: file))
    }
  }

  func context() throws -> ModelContext { ModelContext(try container()) }
}

extension ModelContext {
  func all<T: PersistentModel>(
    _ type: T.Type, by keyPath: any KeyPath<T, String> & Sendable
  ) throws -> [T] {
    try fetch(FetchDescriptor(sortBy: [SortDescriptor(keyPath)]))
  }

  func only<T: PersistentModel>(_ type: T.Type) throws -> T {
    let all = try fetch(FetchDescriptor<T>())
    #expect(all.count == 1)
    return try #require(all.first)
  }
}
