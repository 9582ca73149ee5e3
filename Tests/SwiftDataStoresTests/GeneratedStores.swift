import DocumentFile
import DocumentTables
import Foundation
import SQLiteDatabase
import StoreGenerator

@testable import SwiftDataStores

/// A folder with one store, removed with this object.
final class StoreFolder {
  let folder: String
  let path: String

  init(_ name: String = "default.store") throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("stores-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    path = folder + "/" + name
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes a generated store.
  convenience init(
    _ model: StoreModel, rowsPerTable: Int, seed: UInt64 = 1,
    journal: StoreWriter.Journal = .delete,
    transactions: Int = 0, hasModelCache: Bool = true, listsInherited: Bool = false
  ) throws {
    try self.init()
    var writer = StoreWriter(
      StoreRows(model, seed: seed, rowsPerTable: rowsPerTable), journal: journal,
      transactions: transactions)
    writer.hasModelCache = hasModelCache
    writer.listsInherited = listsInherited
    try writer.write(to: path)
  }

  /// Changes the store with SQL.
  func change(_ statements: String...) throws {
    let connection = try SQLiteConnection(path: path, access: .creating)
    for statement in statements { try connection.execute(statement, for: "change the store") }
  }

  /// The names, sizes, times and bytes of all files of the folder.
  func state() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().map { name in
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
      let time = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
      let bytes = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
      return "\(name) \(time) \(bytes.count) \(bytes.hashValue)"
    }
  }
}

extension Tables {
  /// Returns the value of a property of an object.
  func value(_ entity: String, _ key: ObjectKey, _ property: String) -> Value? {
    guard let index = schema.hierarchyIndex(of: entity),
      let layout = schema.hierarchies[index].entity(named: entity),
      let column = layout.column(of: property), let place = tables[index].location(of: key)
    else { return nil }
    return tables[index].segments[place.segment].value(at: place.row, column: column)
  }

  /// Returns what a row's record keeps beside its properties.
  func kept(_ entity: String, _ key: ObjectKey) -> Tree? {
    guard let index = schema.hierarchyIndex(of: entity),
      let place = tables[index].location(of: key)
    else { return nil }
    return tables[index].segments[place.segment].foreign[place.row]?[RowReading.keptName]
  }

  /// The tables as a document.
  func documentBytes() throws -> [UInt8] {
    try DocumentFile.bytes(
      of: self, form: .document, options: DocumentWriteOptions(encoding: .json, type: .generic))
  }
}
