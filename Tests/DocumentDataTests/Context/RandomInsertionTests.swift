import DocumentData
import DocumentTables
import Foundation
import Testing

/// Random edits, deletions and insertions of what was deleted, against a model that applies delete rules
/// to the objects as if nothing had been deleted before.
@Suite("Random deletions that are taken back")
struct RandomInsertionTests {
  typealias Kind = ExpectedFamilies.Kind
  typealias Relation = ExpectedFamilies.Relation

  /// `TRIPDOCUMENTS_PROGRAMS` is how many programs run, `TRIPDOCUMENTS_FIRST_PROGRAM` the seed of the
  /// first.
  private static let seeds: Range<Int> = {
    func setting(_ name: String) -> Int? {
      ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
    let first = setting("TRIPDOCUMENTS_FIRST_PROGRAM") ?? 0
    return first..<first + (setting("TRIPDOCUMENTS_PROGRAMS") ?? 24)
  }()

  @Test("leave what the model leaves", arguments: 0..<8)
  func programs(part: Int) throws {
    for seed in Self.seeds where seed % 8 == part {
      var run = try Run(seed: UInt64(seed))
      if let mismatch = try run.mismatch(steps: 60) {
        Issue.record("\(seed): \(mismatch)")
        return
      }
    }
  }

  private struct Run {
    var choices: RandomChoices
    let container: ModelContainer
    let context: ModelContext
    var expected = ExpectedFamilies()
    var saved = ExpectedFamilies()
    /// Every object, held by the program.
    var objects: [Int: any Families.Tagged] = [:]
    var calls: [String] = []
    var isUndoable: Bool

    init(seed: UInt64) throws {
      choices = RandomChoices(seed: seed)
      container = try Families.container()
      context = ModelContext(container)
      isUndoable = seed % 3 == 0
      if isUndoable {
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
      }
    }

    mutating func mismatch(steps: Int) throws -> String? {
      for _ in 0..<steps {
        context.undoManager?.beginUndoGrouping()
        try step()
        context.undoManager?.endUndoGrouping()
        if let difference = try difference(context, expected) { return words(difference) }
        if isUndoable, choices.number(below: 8) == 0, let difference = try undo() {
          return words(difference)
        }
        if choices.number(below: 12) == 0 {
          if choices.number(below: 4) == 0 { rollback() } else { try save() }
          for reader in [context, ModelContext(container)] {
            if let difference = try difference(reader, expected) { return words(difference) }
          }
          let findings = TablesCheck.findings(container.store.current.tables, limit: 1)
          if let finding = findings.first { return words(finding.detail) }
        }
      }
      return nil
    }

    private func words(_ difference: String) -> String {
      calls.joined(separator: "\n") + "\n" + difference
    }

    /// Undo and redo lead to the same.
    private mutating func undo() throws -> String? {
      guard let manager = context.undoManager, manager.canUndo else { return nil }
      calls.append("undo and redo")
      manager.undo()
      manager.redo()
      return try difference(context, expected)
    }

    private mutating func save() throws {
      calls.append("save")
      try context.save()
      context.undoManager?.removeAllActions()
      expected.save()
      saved = expected
      objects = objects.filter { expected.kinds[$0.key] != nil }
    }

    private mutating func rollback() {
      calls.append("rollback")
      context.rollback()
      expected = saved
      objects = objects.filter { expected.kinds[$0.key] != nil }
    }

    private mutating func step() throws {
      let all = objects.keys.sorted()
      switch choices.number(below: 12) {
      case 0, 1: add()
      case 2:
        // Undo does not record edits of an object while it is deleted.
        let tags = isUndoable ? all.filter { !expected.hidden.contains($0) } : all
        if let tag = choices.one(of: tags) {
          calls.append("rename \(tag)")
          objects[tag]?.name = "n\(calls.count)"
          expected.names[tag] = "n\(calls.count)"
        }
      case 3, 4, 5:
        if let tag = choices.one(of: all), let object = objects[tag] {
          calls.append("delete \(tag)")
          context.delete(object)
          // A new object that a rule has withdrawn is in no context any more.
          expected.delete(tag)
        }
      case 6, 7, 8:
        if let tag = choices.one(of: expected.hidden.sorted()), let object = objects[tag] {
          calls.append("insert \(tag)")
          context.insert(object)
          expected.insert(tag)
        }
      case 9: try renameElsewhere()
      default: relate()
      }
    }

    private mutating func add() {
      let tag = (objects.keys.max() ?? 0) + 1 + calls.count
      guard let kind = choices.one(of: Kind.allCases) else { return }
      let object: any Families.Tagged =
        switch kind {
        case .parent: Families.Parent(tag)
        case .child: Families.Child(tag)
        case .toy: Families.Toy(tag)
        case .club: Families.Club(tag)
        case .album: Families.Album(tag)
        case .crate: Families.Crate(tag)
        case .stone: Families.Stone(tag)
        case .person: Families.Person(tag)
        }
      calls.append("add \(kind) \(tag)")
      context.insert(object)
      objects[tag] = object
      expected.add(tag, kind, object.name)
    }

    /// Another context renames an object that this context has not changed.
    private mutating func renameElsewhere() throws {
      guard let tag = choices.one(of: saved.kinds.keys.sorted()), saved.kinds[tag] == .child,
        expected.names[tag] == saved.names[tag]
      else { return }
      let other = ModelContext(container)
      let found = try other.fetch(
        FetchDescriptor<Families.Child>(predicate: #Predicate { $0.tag == tag }))
      calls.append("rename \(tag) elsewhere")
      found.first?.name = "e\(calls.count)"
      try other.save()
      expected.names[tag] = "e\(calls.count)"
      saved.names[tag] = "e\(calls.count)"
    }

    // MARK: Relationships

    private func objects<T: Families.Tagged>(_ tags: [Int], _ type: T.Type) -> [T] {
      tags.compactMap { objects[$0] as? T }
    }

    /// Objects that a relationship may be given: present ones, and sometimes those that a rule has
    /// deleted.
    private mutating func candidates(_ kind: Kind, orHidden isOwned: Bool) -> [Int] {
      let hidden =
        isOwned && choices.number(below: 2) == 0
        ? expected.hidden.subtracting(expected.deleted).filter { expected.kinds[$0] == kind } : []
      return expected.visible(kind) + hidden.sorted()
    }

    private mutating func relate() {
      guard let relation = choices.one(of: Relation.allCases) else { return }
      let fromTarget = choices.number(below: 2) == 0
      let canTurn = [.parent, .owner, .clubs, .president].contains(relation)
      if fromTarget, canTurn { return relateFromTarget(relation) }
      let source = choices.one(
        of: candidates(relation.source, orHidden: relation.isOwnedByTarget))
      guard let source else { return }
      let targets = choices.some(
        of: candidates(relation.target, orHidden: relation.isOwnedBySource),
        atMost: relation.isToMany ? 3 : 1
      ).filter { $0 != source }
      if expected.hidden.contains(source), targets.isEmpty { return }
      calls.append("\(relation) of \(source) = \(targets)")
      switch (relation, objects[source]) {
      case (.parent, let child as Families.Child):
        child.parent = objects(targets, Families.Parent.self).first
      case (.owner, let toy as Families.Toy):
        toy.owner = objects(targets, Families.Child.self).first
      case (.clubs, let child as Families.Child): child.clubs = objects(targets, Families.Club.self)
      case (.president, let club as Families.Club):
        club.president = objects(targets, Families.Child.self).first
      case (.pictures, let album as Families.Album):
        album.pictures = objects(targets, Families.Child.self)
      case (.cover, let album as Families.Album):
        album.cover = objects(targets, Families.Child.self).first
      case (.stones, let crate as Families.Crate):
        crate.stones = objects(targets, Families.Stone.self)
      case (.spouse, let person as Families.Person):
        person.spouse = objects(targets, Families.Person.self).first
      case (.friends, let person as Families.Person):
        person.friends = objects(targets, Families.Person.self)
      default: break
      }
      expected.relate(relation, source, to: targets)
    }

    private mutating func relateFromTarget(_ relation: Relation) {
      guard let target = choices.one(of: expected.visible(relation.target)) else { return }
      let sources = choices.some(
        of: candidates(relation.source, orHidden: relation.isOwnedByTarget),
        atMost: relation.isOneToOne ? 1 : 3)
      calls.append("of \(relation) of \(target) = \(sources)")
      switch (relation, objects[target]) {
      case (.parent, let parent as Families.Parent):
        parent.children = objects(sources, Families.Child.self)
      case (.owner, let child as Families.Child): child.toys = objects(sources, Families.Toy.self)
      case (.clubs, let club as Families.Club): club.members = objects(sources, Families.Child.self)
      case (.president, let child as Families.Child):
        child.presides = objects(sources, Families.Club.self).first
      default: break
      }
      expected.relate(relation, toTarget: target, from: sources)
    }

    // MARK: Comparison

    private func difference(
      _ context: ModelContext, _ expected: ExpectedFamilies
    ) throws -> String? {
      let shown = try allShown(context)
      let wanted = expected.shown()
      let tags = Set(shown.keys).union(wanted.keys).sorted().filter { shown[$0] != wanted[$0] }
      if tags.isEmpty { return nil }
      return tags.map {
        "\($0): \(shown[$0] ?? "nothing") instead of \(wanted[$0] ?? "nothing")"
      }.joined(separator: "\n")
    }

    private func allShown(_ context: ModelContext) throws -> [Int: String] {
      var shown: [Int: String] = [:]
      func tags(_ models: [some Families.Tagged]) -> [Int] { models.map(\.tag).sorted() }
      func tag(_ model: (some Families.Tagged)?) -> [Int] { model.map { [$0.tag] } ?? [] }
      for model in try context.all(Families.Parent.self) {
        shown[model.tag] = "parent \(model.name), of parent \(tags(model.children))"
      }
      for model in try context.all(Families.Child.self) {
        shown[model.tag] =
          "child \(model.name), parent \(tag(model.parent)), clubs \(tags(model.clubs)), "
          + "of owner \(tags(model.toys)), of president \(tag(model.presides))"
      }
      for model in try context.all(Families.Toy.self) {
        shown[model.tag] = "toy \(model.name), owner \(tag(model.owner))"
      }
      for model in try context.all(Families.Club.self) {
        shown[model.tag] =
          "club \(model.name), president \(tag(model.president)), of clubs \(tags(model.members))"
      }
      for model in try context.all(Families.Album.self) {
        shown[model.tag] =
          "album \(model.name), pictures \(tags(model.pictures)), cover \(tag(model.cover))"
      }
      for model in try context.all(Families.Crate.self) {
        shown[model.tag] = "crate \(model.name), stones \(tags(model.stones))"
      }
      for model in try context.all(Families.Stone.self) {
        shown[model.tag] = "stone \(model.name)"
      }
      for model in try context.all(Families.Person.self) {
        shown[model.tag] =
          "person \(model.name), spouse \(tag(model.spouse)), friends \(tags(model.friends))"
      }
      return shown
    }
  }
}
