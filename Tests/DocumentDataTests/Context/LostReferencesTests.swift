import Foundation
import Testing

@testable import DocumentData

/// Objects that others refer to by an optional to-one.
private enum Clubs {
  static var models: [any PersistentModel.Type] { [Club.self, Member.self] }

  @Model class Club {
    var name: String
    @Relationship(inverse: \Member.club) var members: [Member] = []
    @Relationship(inverse: \Member.led) var leader: Member?
    init(name: String) { self.name = name }
  }

  @Model class Member {
    var name: String
    var club: Club?
    var led: Club?
    init(name: String) { self.name = name }
  }
}

@Suite("Rows that refer to a deleted object, and that the program holds no object of")
struct LostReferencesTests {
  private typealias Club = Clubs.Club
  private typealias Member = Clubs.Member

  /// A container with two clubs of two members each, the first of whom leads the club.
  private func container() throws -> ModelContainer {
    let container = try makeContainer(Clubs.models)
    let context = ModelContext(container)
    for name in ["chess", "rowing"] {
      let club = Club(name: name)
      context.insert(club)
      club.members = [Member(name: "\(name) 1"), Member(name: "\(name) 2")]
      club.leader = club.members.first
    }
    try context.save()
    return container
  }

  private func club(_ name: String, in context: ModelContext) throws -> Club {
    try #require(
      try context.fetch(FetchDescriptor<Club>(predicate: #Predicate { $0.name == name })).first)
  }

  /// The members without a club, then those who lead none.
  private func free(_ context: ModelContext) throws -> [[String]] {
    func names(_ predicate: Predicate<Member>) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
    }
    return [
      try names(#Predicate { $0.club == nil }), try names(#Predicate { $0.led == nil }),
    ]
  }

  private let lost = [["chess 1", "chess 2"], ["chess 1", "chess 2", "rowing 2"]]

  @Test("lose the reference with the save, and no object is made for them")
  func saved() throws {
    let container = try container()
    let context = ModelContext(container)
    context.delete(try club("chess", in: context))
    #expect(context.core.pending.touched.isEmpty)
    nonisolated(unsafe) var updated: [PersistentIdentifier]?
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) {
      updated =
        $0.userInfo?[ModelContext.NotificationKey.updatedIdentifiers] as? [PersistentIdentifier]
    }
    defer { NotificationCenter.default.removeObserver(token) }
    try context.save()
    #expect(try free(context) == lost)
    #expect(try free(ModelContext(container)) == lost)
    let members = try context.all(Member.self).filter { $0.name.hasPrefix("chess") }
    #expect(Set(updated ?? []) == Set(members.map(\.persistentModelID)))
    #expect(updated?.count == 2)
  }

  @Test("are without the reference for every fetch before the save")
  func fetched() throws {
    let context = ModelContext(try container())
    let chess = try club("chess", in: context)
    context.delete(chess)
    #expect(chess.members.isEmpty)
    #expect(try free(context) == lost)
    #expect(
      try context.fetchCount(FetchDescriptor<Member>(predicate: #Predicate { $0.club == nil })) == 2
    )
    try context.save()
    #expect(try free(context) == lost)
  }

  @Test("are changed objects, and lose nothing that was given to them after the deletion")
  func changed() throws {
    let container = try container()
    let context = ModelContext(container)
    let rowing = try club("rowing", in: context)
    let identifier = try #require(
      try ModelContext(container).all(Member.self).first { $0.name == "chess 2" }
    ).persistentModelID
    context.delete(try club("chess", in: context))
    let member = try #require(context.model(for: identifier) as? Member)
    #expect(member.club == nil)
    member.club = rowing
    #expect(
      Set(context.changedModelsArray.compactMap { ($0 as? Member)?.name }) == [
        "chess 1", "chess 2",
      ])
    try context.save()
    #expect(try free(ModelContext(container)) == [["chess 1"], lost[1]])
  }

  @Test("keep the reference after a rollback")
  func rolledBack() throws {
    let context = ModelContext(try container())
    let chess = try club("chess", in: context)
    context.delete(chess)
    context.rollback()
    try context.save()
    #expect(chess.members.count == 2)
    #expect(try free(context) == [[], ["chess 2", "rowing 2"]])
  }

  @Test("have the reference again if the object is inserted again, and no object is made for them")
  func insertedAgain() throws {
    let container = try container()
    let context = ModelContext(container)
    let chess = try club("chess", in: context)
    context.delete(chess)
    context.insert(chess)
    #expect(context.core.pending.isEmpty)
    #expect(context.core.objects.identityMap.size.count == 1)
    try context.save()
    #expect(try free(ModelContext(container)) == [[], ["chess 2", "rowing 2"]])
    #expect(chess.members.count == 2)
    #expect(chess.leader?.name == "chess 1")
  }

  @Test("have the reference again though a fetch has made their objects, unless these were edited")
  func insertedAfterFetch() throws {
    let container = try container()
    let context = ModelContext(container)
    let chess = try club("chess", in: context)
    let rowing = try club("rowing", in: context)
    context.delete(chess)
    let members = try context.all(Member.self)
    #expect(try free(context) == lost)
    try #require(members.first { $0.name == "chess 2" }).club = rowing
    context.insert(chess)
    #expect(chess.members.map(\.name) == ["chess 1"])
    #expect(chess.leader?.name == "chess 1")
    #expect(context.changedModelsArray.count == 1)
    try context.save()
    #expect(try free(ModelContext(container)) == [[], ["chess 2", "rowing 2"]])
    #expect(rowing.members.count == 3)
  }

  @Test("lose the reference if another context has saved in the meantime")
  func followed() throws {
    let container = try container()
    let context = ModelContext(container)
    context.delete(try club("chess", in: context))
    let other = ModelContext(container)
    for member in try other.all(Member.self) where member.name == "rowing 1" {
      member.club = try club("chess", in: other)
    }
    try other.save()
    try context.save()
    #expect(
      try free(ModelContext(container))
        == [["chess 1", "chess 2", "rowing 1"], ["chess 1", "chess 2", "rowing 2"]])
  }
}
