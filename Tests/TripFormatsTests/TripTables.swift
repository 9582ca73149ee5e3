import DocumentFile
import DocumentMigration
import DocumentTables
import Foundation
import Testing

@testable import TripFormats

/// An object of a document, for tests.
struct TestObject {
  let key: ObjectKey
  let entity: String
  let values: [String: Value]

  subscript(name: String) -> Value { values[name] ?? .null }

  func text(_ name: String) -> String? {
    if case .text(let text)? = values[name] { text } else { nil }
  }

  /// A day as text.
  func day(_ name: String) -> String? {
    if case .integer(let day)? = values[name] { DayText.text(day) } else { nil }
  }
}

extension Tables {
  func testObjects(_ entity: String) throws -> [TestObject] {
    let index = try #require(schema.hierarchyIndex(of: entity))
    let layout = schema.hierarchies[index]
    var objects: [TestObject] = []
    for segment in tables[index].segments {
      for row in 0..<segment.count {
        let own = layout.entities[Int(segment.entities[row])]
        guard schema.isEntity(own.name, kindOf: entity) else { continue }
        var values: [String: Value] = [:]
        for property in own.properties {
          if let column = property.column {
            values[property.name] = segment.value(at: row, column: column)
          }
        }
        objects.append(TestObject(key: segment.keys[row], entity: own.name, values: values))
      }
    }
    return objects
  }

  /// Returns the tables with a property of one object changed, as an edit of a person.
  func setting(_ property: String, of key: ObjectKey, to value: Value) throws -> Tables {
    let place = try #require(find(key))
    let column = try #require(
      schema.hierarchies[place.hierarchy].columns.firstIndex { $0.name == property })
    let segment = tables[place.hierarchy].segments[place.location.segment]
    let old = segment.value(at: place.location.row, column: column)
    return applying(
      ChangeSet(
        updated: [
          UpdatedRow(
            hierarchy: place.hierarchy, key: key,
            changes: [PropertyChange(column: column, old: old, new: value)])
        ], nextKey: nextKey))
  }

  /// Returns the update of a document with the text of a file; it is valid.
  func updated(
    with text: String, _ format: TripFormat, named name: String, removesCancelled: Bool = false,
    side: MergeSide = .ours
  ) throws -> UpdatedFile {
    let updated = try UpdatedFile(
      self, with: Array(text.utf8), format, ImportOptions(fallbackName: name),
      removesCancelled: removesCancelled, side: side)
    #expect(TablesCheck.findings(updated.outcome.tables, limit: 10) == [])
    return updated
  }

  /// Returns the tables without an object and what is anchored to it.
  func deleting(_ key: ObjectKey) throws -> Tables {
    let place = try #require(find(key))
    let segment = tables[place.hierarchy].segments[place.location.segment]
    var changes = ChangeSet(
      deleted: [
        DeletedRow(
          hierarchy: place.hierarchy, key: key,
          discriminator: segment.entities[place.location.row])
      ], nextKey: nextKey)
    changes.extensions = extensions.filter { $0.anchor == key }.map { Change(old: $0, new: nil) }
    return applying(changes)
  }
}

extension Tables {
  /// Returns the tables with an object that a person added.
  func adding(_ object: TripObject) throws -> Tables {
    let row = try #require(try TripSchema.released().row(of: object))
    return applying(
      ChangeSet(inserted: [row], nextKey: max(nextKey, object.key + 1)))
  }
}

extension Value {
  /// A place as a document has it, with all members.
  static func place(
    code: String? = nil, latitude: Double? = nil, longitude: Double? = nil
  ) -> Value {
    .tree(
      .members([
        "code": code.map { .text($0) } ?? .null, "latitude": latitude.map { .double($0) } ?? .null,
        "longitude": longitude.map { .double($0) } ?? .null, "timeZone": .null,
      ]))
  }
}

extension Tables {
  /// The samples of the schema that formats speak, whose documents have every value there is.
  static let samples = ["journeys-v6", "extremes-v6", "small-v6"]

  static func sample(_ name: String) throws -> Tables {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "samples/\(name)/source.trips.json")
    var loaded = try DocumentFile.read(.path(url.path))
    return loaded.takeTables()
  }

  /// The objects without their keys: attributes, and the names of their trips.
  func objectTexts() throws -> [String] {
    var texts: [String] = []
    let trips = Dictionary(
      try testObjects("Trip").map { ($0.key, "\($0.values["name"] ?? .null)") }
    ) { $1 }
    for entity in ["Trip", "Stay", "Leg", "BucketListItem", "Participant"] {
      texts += try testObjects(entity).map { object in
        object.entity
          + object.values.sorted { $0.key < $1.key }.compactMap { name, value in
            if case .reference(let key) = value { return "\(name)=\(trips[key] ?? "")" }
            if case .references = value { return nil }
            return value.isNull ? nil : "\(name)=\(value)"
          }.joined(separator: "|")
      }.sorted()
    }
    return texts
  }
}

extension Tables {
  /// Returns the tables with other words in what they keep of files.
  func replacingInRecords(_ old: String, with new: String) -> Tables {
    func replaced(_ tree: Tree) -> Tree {
      switch tree {
      case .text(let text): .text(text.replacing(old, with: new))
      case .array(let items): .array(items.map(replaced))
      case .object(let members):
        .object(members.map { TreeMember($0.name, replaced($0.value)) })
      default: tree
      }
    }
    var result = self
    for index in result.extensions.indices {
      result.extensions[index].value = replaced(result.extensions[index].value)
    }
    return result
  }
}
