import DocumentTables
import Foundation
import Synchronization
import Testing

@testable import DocumentData

/// A part of what `LedgerPlace` and `LedgerNote` have.
private struct City: Codable, Equatable { var city: String }
private struct Stars: Codable, Equatable { var stars: [Int8] }

@Suite("Rows of versions without classes")
struct FrozenRowTests {
  /// The error of a stage whose closure runs on rows.
  private func failure(
    _ closure: @escaping RowClosure.OneContext
  ) throws -> SwiftDataError {
    try #require(throws: SwiftDataError.self) { try RowClosure.run(closure) }
  }

  // MARK: Reading

  @Test("are read as the types of today, by name")
  func reading() throws {
    try RowClosure.run { context in
      let entries = try context.rows("Entry")
      #expect(entries.count == 3)
      let entry = entries[0]
      #expect(entry.entityName == "Entry")
      #expect(entry.id == entry.persistentModelID && entry.id.entityName == "Entry")
      #expect("\(entry)" == "Entry \(entry.id.key)")
      let who: String = try entry["who"]
      #expect(who == "Ada")
      #expect(try entry["amount", as: Int.self] == 0)
      #expect(try entry["amount", as: Int?.self] == 0)
      #expect(try entry["kind", as: LedgerKind.self] == .income)
      #expect(try entry["kind", as: String.self] == "income")
      #expect(try entry["tags", as: [String].self] == ["t0"])
      #expect(try entry["created", as: Date.self] == Date(timeIntervalSinceReferenceDate: 0))
      #expect(
        try entry["place", as: LedgerPlace.self] == LedgerPlace(city: "London", latitude: 51.5))
      #expect(try entry["place", as: City?.self] == City(city: "London"))
      #expect(try entry["note", as: Stars.self] == Stars(stars: [1, 2]))
      #expect(try entries[1]["place", as: City?.self] == nil)
      #expect(try entries[1]["note", as: LedgerNote?.self] == nil)
    }
  }

  @Test("are read along their relationships")
  func relationships() throws {
    try RowClosure.run { context in
      let page = try context.firstRow("Page")
      let entries: [FrozenRow] = try page["entries"]
      #expect(try entries.map { try $0["amount", as: Int.self] } == [0, 1, 2])
      #expect(try context.rows("Entry") == entries)
      for entry in try page["entries"] { #expect(try entry["page"] == page) }
      if let same = try entries[0]["page"] { #expect(same == page) } else { throw Broken() }
    }
  }

  @Test(
    "name entity, property and types if they are read in another way",
    arguments: [
      ("whom", "version 1.0.0 of Entry has no property “whom”: it has amount, created, kind"),
      ("amount", "it is stored as int64, and String is stored as text: use Int"),
      ("tags", "it is stored as list of text, and String is stored as text: use Array<String>"),
      (
        "page", "it is a relationship to an object of Page, no value of type String: use FrozenRow?"
      ),
    ])
  func wrongReading(_ property: String, _ words: String) throws {
    let error = try failure { context in
      _ = try context.firstRow("Entry")[property, as: String.self]
    }
    #expect(error == .migrationStageFailure)
    #expect((error.underlying as? SwiftDataError) == .unsupportedKeyPath)
    #expect(error.entity == "Entry" && error.property == property && error.object == 2)
    #expect(error.explanation.contains(words), "\(error.explanation)")
  }

  @Test("refuse values that a type rejects, and nil for a type that is not optional")
  func rejectedReading() throws {
    struct Town: Codable { var town: String }
    enum Other: String, Codable { case none }
    let none = try failure { _ = try $0.rows("Entry")[1]["place", as: City.self] }
    #expect(none.explanation == "it has no value, and City is not optional: read it as City?")
    #expect((none.underlying as? SwiftDataError) == .modelValidationFailure)
    let town = try failure { _ = try $0.rows("Entry")[0]["place", as: Town.self] }
    #expect(town.explanation.contains("is none of type Town at town"), "\(town.explanation)")
    let other = try failure { _ = try $0.rows("Entry")[0]["kind", as: Other.self] }
    #expect(other.explanation.contains("the stored value \"income\" is none of type Other"))
  }

  @Test("of relationships have one kind")
  func wrongRelationship() throws {
    let toOne = try failure { for _ in try $0.rows("Entry")[0]["page"] as [FrozenRow] {} }
    #expect(toOne.explanation == "it is a relationship to one object of Page: use FrozenRow?")
    let toMany = try failure { _ = try $0.rows("Page")[0]["entries"] as FrozenRow? }
    #expect(toMany.explanation == "it is a relationship to objects of Entry: use [FrozenRow]")
    let none = try failure { _ = try $0.rows("Entry")[0]["who"] as FrozenRow? }
    #expect(none.explanation == "it is an attribute, no relationship of type FrozenRow: use String")
  }

  @Test("of entities that the version lacks fail the stage, even if the closure catches the error")
  func unknownEntity() throws {
    let error = try failure { context in _ = try? context.rows("Entri") }
    #expect(error.entity == "Entri")
    #expect(error.explanation == "version 1.0.0 has no such entity: it has Entry, Page")
    #expect(throws: SwiftDataError.self) { try RowClosure.run { _ = try? $0.insertRow("Entri") } }
  }

  @Test("name the first of many properties only")
  func manyProperties() {
    #expect((1...20).map { "p\($0)" }.listed.hasSuffix("p19, p20"))
    #expect((1...25).map { "p\($0)" }.listed.hasSuffix("p19, p20 and 5 more"))
  }

  @Test("give warnings in the report for errors that the closure catches")
  func caught() throws {
    let (_, report) = try RowClosure.run { context in
      _ = try? context.firstRow("Entry")["who", as: Int.self]
    }
    #expect(report.stages[0].warnings.count == 1)
    #expect(
      report.stages[0].warnings[0].contains("it is stored as text, and Int is stored as int64"))
  }

  // MARK: Changing

  @Test("are changed by name, and saved when the closure ends")
  func changing() throws {
    let (tables, report) = try RowClosure.run { context in
      let entries = try context.rows("Entry")
      try entries[0].set("who", to: "Mary")
      try entries[0].set("kind", to: "expense")
      try entries[0].set("place", to: nil)
      try entries[0].set("tags", to: [])
      try entries[1].set("kind", to: LedgerKind.expense)
      try entries[1].set("place", to: City(city: "Paris"))
      try entries[1].set("note", to: Stars(stars: [3]))
      try entries[2].set("amount", to: 40)
      try entries[2].set("tags", to: ["a", "b"])
      let none: LedgerPlace? = nil
      try entries[2].set("place", to: none)
      #expect(try entries[0]["who", as: String.self] == "Mary")
    }
    let entries = try RowClosure.entries(tables)
    #expect(entries.map(\.who) == ["Mary", "Grace", "Ada"])
    #expect(entries.map(\.kind) == [.expense, .expense, .income])
    #expect(entries.map(\.place) == [nil, LedgerPlace(city: "Paris"), nil])
    #expect(entries.map(\.tags) == [[], ["t1"], ["a", "b"]])
    #expect(entries[2].amount == 40)
    #expect(report.changes.contains { $0.description == "Entry 2 changed: who \"Ada\" → \"Mary\"" })
  }

  @Test("refuse values that their properties cannot have, by name")
  func wrongValues() throws {
    let words = [
      try failure { try $0.firstRow("Entry").set("who", to: 4) },
      try failure { try $0.firstRow("Entry").set("who", to: nil) },
      try failure { try $0.firstRow("Entry").set("kind", to: "gift") },
      try failure { try $0.firstRow("Entry").set("place", to: ["latitude": 4.0]) },
      try failure { try $0.firstRow("Entry").set("page", to: try $0.firstRow("Entry")) },
      try failure { try $0.firstRow("Page").set("entries", to: nil) },
      try failure { try $0.firstRow("Page").set("entries", to: [try $0.firstRow("Page")]) },
    ].map(\.explanation)
    #expect(words[0] == "it is stored as text, and Int is stored as int64: use String")
    #expect(words[1] == "it must not be nil")
    #expect(words[2] == "\"gift\" is none of its cases: \"expense\", \"income\"")
    #expect(words[3].contains("it does not encode the member city"), "\(words[3])")
    #expect(words[4] == "it leads to Page, and Entry 2 is none")
    #expect(words[5] == "it must not be nil: set it to []")
    #expect(words[6] == "it leads to Entry, and Page 1 is none")
  }

  @Test("change both ends of a relationship, and keep the order of a list")
  func relating() throws {
    let (tables, _) = try RowClosure.run { context in
      let page = try context.firstRow("Page")
      let entries: [FrozenRow] = try page["entries"]
      let other = try context.insertRow("Page")
      try other.set("number", to: 8)
      try other.set("entries", to: [entries[2], entries[0]])
      #expect(try page["entries"] == [entries[1]])
      #expect(try entries[0]["page"] == other)
      try entries[1].set("page", to: other)
      #expect(try (other["entries"] as [FrozenRow]).last == entries[1])
      try entries[1].set("page", to: nil)
    }
    let pages = try Birds.context(tables, LedgerV1.self).all(LedgerV1.Page.self)
    #expect(pages.map { $0.entries.map(\.amount) } == [[], [2, 0]])
  }

  @Test("are deleted by the delete rules, and may get another owner")
  func deleting() throws {
    let (tables, report) = try RowClosure.run { context in
      let page = try context.firstRow("Page")
      let entries: [FrozenRow] = try page["entries"]
      context.deleteRow(page)
      #expect(page.isDeleted && entries.allSatisfy(\.isDeleted))
      #expect(try context.rows("Entry").isEmpty)
      let heir = try context.insertRow("Page")
      try heir.set("number", to: 9)
      try heir.set("entries", to: [entries[1]])
      #expect(!entries[1].isDeleted)
      #expect(try entries[0]["who", as: String.self] == "Ada")
      #expect(throws: SwiftDataError.self) { try page.set("number", to: 1) }
    }
    #expect(try RowClosure.entries(tables).map(\.who) == ["Grace"])
    #expect(report.stages[0].warnings.count == 1)
    #expect(report.stages[0].warnings[0].contains("this row was deleted: insert a new one"))
  }

  // MARK: Inserting

  @Test("are inserted with the defaults that the schema states; every other value must be set")
  func inserting() throws {
    let (tables, _) = try RowClosure.run { context in
      let entry = try context.insertRow("Entry")
      for (property, value) in [("who", "New"), ("kind", "expense")] {
        try entry.set(property, to: value)
      }
      try entry.set("amount", to: 5)
      try entry.set("created", to: Date(timeIntervalSinceReferenceDate: 9))
      #expect(try entry["tags", as: [String].self] == [])
      #expect(try context.rows("Entry").last == entry)
    }
    let entry = try #require(try RowClosure.entries(tables).last)
    #expect(entry.who == "New" && entry.tags == [] && entry.place == nil)
    let unset = try failure { try $0.insertRow("Page").set("entries", to: []) }
    #expect(unset.entity == "Page" && unset.property == "number")
    #expect(unset.explanation == "it was never set")
    let computed = try failure { context in
      let entry = try context.insertRow("Entry")
      try entry.set("who", to: "New")
      try entry.set("kind", to: "expense")
      try entry.set("amount", to: 5)
    }
    #expect(computed.property == "created")
    #expect(
      computed.explanation == "it was never set, and only a class could compute its default")
  }

  // MARK: Two versions

  @Test("have counterparts in the other version, and belong to one context")
  func counterparts() throws {
    let (tables, _) = try RowClosure.run(both: { old, new in
      for entry in try old.rows("Entry") {
        let changed = try #require(new.counterpartRow(of: entry))
        #expect(changed != entry && changed.id == entry.id)
        #expect(old.counterpartRow(of: changed) == entry)
        try changed.set("who", to: try entry["who", as: String.self] + "!")
      }
      let added = try new.insertRow("Page")
      try added.set("number", to: 2)
      #expect(old.counterpartRow(of: added) == nil)
      #expect(new.counterpart(of: added, as: LedgerV1.Page.self) == nil)
    })
    #expect(try RowClosure.entries(tables).map(\.who) == ["Ada!", "Grace!", "Ada!"])
    let error = try #require(throws: SwiftDataError.self) {
      try RowClosure.run(both: { old, new in
        try new.firstRow("Entry").set("page", to: try old.firstRow("Page"))
      })
    }
    #expect(
      error.explanation
        == "Page 1 belongs to another context than the new context, of version 2.0.0: find its "
        + "counterpart(of:as:) there")
    let reading = try #require(throws: SwiftDataError.self) {
      try RowClosure.run(both: { old, _ in try old.firstRow("Entry").set("who", to: "x") })
    }
    #expect(
      reading.explanation
        == "an object of Entry was changed in the old context, whose objects of version 1.0.0 are "
        + "there to be read: make the change in the new context")
    let deleting = try #require(throws: SwiftDataError.self) {
      try RowClosure.run(both: { old, new in new.deleteRow(try old.firstRow("Page")) })
    }
    #expect(deleting.explanation.hasPrefix("Page 1 belongs to another context"))
  }

  @Test("are not for classes, nor classes for them")
  func classes() throws {
    let fetched = try failure { context in
      _ = try context.fetch(FetchDescriptor<LedgerV1.Entry>())
    }
    #expect(
      fetched.explanation
        == "version 1.0.0 of this context has no classes: use rows(\"Entry\")")
    let inserted = try failure { $0.insert(LedgerV1.Page(number: 3)) }
    #expect(
      inserted.explanation
        == "version 1.0.0 of this context has no classes: use insertRow(\"Page\")")
    let container = try ModelContainer(
      for: LedgerV1.Entry.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let error = try #require(throws: SwiftDataError.self) {
      try ModelContext(container).rows("Entry")
    }
    #expect(error == .unknownSchema && error.explanation.contains("has classes"))
  }

  @Test("can be read, and not changed, after their closure has ended")
  func later() throws {
    let kept = Mutex<[SendableRow]>([])
    try RowClosure.run { context in
      let row = SendableRow(row: try context.firstRow("Entry"))
      kept.withLock { $0 = [row] }
    }
    let row = try #require(kept.withLock { $0.first?.row })
    #expect(try row["who", as: String.self] == "Ada")
    let error = try #require(throws: SwiftDataError.self) { try row.set("who", to: "x") }
    #expect(error.explanation == "the closure that this row belongs to has ended")
  }
}

/// Unchecked, because the test uses the row on one thread only.
private struct SendableRow: @unchecked Sendable {
  let row: FrozenRow
}
