import DocumentData
import DocumentTables
import Testing

/// What a gallery holds, whatever the version: users with their snaps, albums with theirs.
private func summary(
  _ users: [(name: String, snaps: [String])], _ albums: [(name: String, snaps: [String])]
) -> [String] {
  func lines(_ owners: [(name: String, snaps: [String])]) -> [String] {
    owners.map { "\($0.name): \($0.snaps.sorted().joined(separator: ", "))" }.sorted()
  }
  return lines(users) + lines(albums)
}

@Suite("A plan whose versions share classes")
struct SharedClassPlanTests {
  private func migrator() -> Migrator { Migrator(GalleryPlan.self, schemaName: "birds") }

  private func first(_ seed: UInt64) throws -> Tables {
    try Birds.tables(GalleryV1.self) { context in
      var choices = RandomChoices(seed: seed)
      let users = (0..<choices.number(below: 4)).map { GalleryV1.User(name: "u\($0)") }
      let albums = (0..<choices.number(below: 3)).map { GalleryV1.Album(name: "a\($0)") }
      users.forEach(context.insert)
      albums.forEach(context.insert)
      for index in 0..<choices.number(below: 8) {
        let snap = GalleryV1.Snap(title: "s\(index)")
        context.insert(snap)
        if choices.number(below: 4) > 0 { snap.user = choices.one(of: users) }
        if let album = choices.one(of: albums) { album.snaps.append(snap) }
      }
    }
  }

  private func third(_ seed: UInt64) throws -> Tables {
    try Birds.tables(GalleryV3.self) { context in
      var choices = RandomChoices(seed: seed)
      let users = (0..<choices.number(below: 4)).map { GalleryV3.User(name: "u\($0)") }
      let albums = (0..<choices.number(below: 3)).map { GalleryV3.Album(name: "a\($0)") }
      users.forEach(context.insert)
      albums.forEach(context.insert)
      for index in 0..<choices.number(below: 8) {
        let snap = GalleryV3.Snap(title: "s\(index)")
        context.insert(snap)
        if choices.number(below: 4) > 0 { snap.user = choices.one(of: users) }
        if let album = choices.one(of: albums) { snap.albums.append(album) }
      }
    }
  }

  private func ninth(_ seed: UInt64) throws -> Tables {
    try Birds.tables(GalleryV9.self) { context in
      var choices = RandomChoices(seed: seed)
      let users = (0..<choices.number(below: 4)).map { GalleryV9.User(name: "u\($0)") }
      let albums = (0..<choices.number(below: 3)).map { GalleryV9.Album(title: "a\($0)") }
      users.forEach(context.insert)
      albums.forEach(context.insert)
      for index in 0..<choices.number(below: 8) {
        let snap = GalleryV9.Snap(caption: "s\(index)")
        context.insert(snap)
        if choices.number(below: 4) > 0 { snap.user = choices.one(of: users) }
        if let album = choices.one(of: albums) { snap.albums.append(album) }
      }
    }
  }

  private func last(_ tables: Tables) throws -> [String] {
    let context = Birds.context(tables, GalleryV11.self)
    return summary(
      try context.all(GalleryV11.User.self).map { ($0.name, $0.snaps.map(\.caption)) },
      try context.all(GalleryV11.Album.self).map { ($0.title, $0.snaps.map(\.caption)) })
  }

  @Test("leads from the first version to the last", arguments: 0..<12 as Range<UInt64>)
  func fromFirst(seed: UInt64) throws {
    let tables = try first(seed)
    let context = Birds.context(tables, GalleryV1.self)
    func title(_ snap: GalleryV1.Snap) -> String {
      (snap.user.map { $0.name + "/" } ?? "") + snap.title
    }
    let expected = summary(
      try context.all(GalleryV1.User.self).map { ($0.name, $0.snaps.map(title)) },
      try context.all(GalleryV1.Album.self).map { ($0.name, $0.snaps.map(title)) })
    let (migrated, report) = try migrator().migrate(tables)
    #expect(try last(migrated) == expected)
    #expect(report.stages.count == 10)
    for user in try Birds.context(migrated, GalleryV11.self).all(GalleryV11.User.self) {
      #expect(user.label == "@" + user.name)
      #expect(user.isActive == !user.snaps.isEmpty)
    }
  }

  @Test("leads from the third version to the last", arguments: 0..<12 as Range<UInt64>)
  func fromThird(seed: UInt64) throws {
    let tables = try third(seed)
    let context = Birds.context(tables, GalleryV3.self)
    let expected = summary(
      try context.all(GalleryV3.User.self).map { ($0.name, $0.snaps.map(\.title)) },
      try context.all(GalleryV3.Album.self).map { ($0.name, $0.snaps.map(\.title)) })
    #expect(try last(try migrator().migrate(tables).tables) == expected)
  }

  @Test("leads from the ninth version to the last", arguments: 0..<12 as Range<UInt64>)
  func fromNinth(seed: UInt64) throws {
    let tables = try ninth(seed)
    let context = Birds.context(tables, GalleryV9.self)
    let expected = summary(
      try context.all(GalleryV9.User.self).map { ($0.name, $0.snaps.map(\.caption)) },
      try context.all(GalleryV9.Album.self).map { ($0.title, $0.snaps.map(\.caption)) })
    #expect(try last(try migrator().migrate(tables).tables) == expected)
  }

  @Test(
    "leads down to any version, and up again to the same document",
    arguments: 0..<4 as Range<UInt64>, [1, 2, 5, 9])
  func downAndUp(seed: UInt64, version: Int) throws {
    let newest = try migrator().migrate(try ninth(seed)).tables
    let down = try migrator().convert(
      newest, to: Schema.Version(version, 0, 0), losses: .carry
    ).tables
    #expect(down.schema.version == SchemaVersion(version, 0, 0))
    let up = try migrator().convert(down, to: Schema.Version(11, 0, 0), losses: .carry).tables
    #expect(TablesDump.text(up, all: false) == TablesDump.text(newest, all: false))
  }
}
