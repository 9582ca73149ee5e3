import DocumentTables
import Testing

@testable import DocumentData

@Suite("The unsaved changes of a context, without the context")
struct PendingChangesTests {
  typealias Plain = Layout.Plain

  private let rows: RowObjects
  private let models: [Plain]

  init() throws {
    rows = try RowObjects()
    models = try rows.all(Plain.self)
  }

  @Test("An object is inserted, changed or deleted, or nothing of the three", arguments: 1...3)
  func sets(seed: UInt64) {
    var state = seed
    func roll(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var pending = PendingChanges()
    var expected: [ObjectKey: Int] = [:]
    for _ in 0..<200 {
      let model = models[roll(models.count)]
      let key = model._$state.key
      let set = roll(4)
      switch set {
      case 0: pending.insert(model)
      case 1: pending.change(model)
      case 2: pending.delete(model)
      default: pending.forget(key)
      }
      // Only an insertion or a change takes a deletion back.
      if set < 3 { expected[key] = set } else if expected[key] != 2 { expected[key] = nil }
      for (number, objects) in [pending.inserted, pending.touched, pending.deleted].enumerated() {
        #expect(Set(objects.keys) == Set(expected.filter { $0.value == number }.keys))
      }
      for model in models {
        let key = model._$state.key
        #expect((pending.object(for: key) === model) == (expected[key] != nil))
      }
      #expect(pending.isEmpty == expected.isEmpty)
    }
  }

  @Test("A deletion that is taken back takes its denial and its successor with it, and no other's")
  func takenBack() {
    var pending = PendingChanges()
    for (model, successor) in zip(models, models.dropFirst() + models.prefix(1)) {
      pending.note(successor: successor._$state.key, of: model._$state.key)
      pending.note(PendingChanges.Denial(model: model, slot: 0))
      pending.delete(model)
    }
    pending.change(models[0])
    pending.insert(models[1])
    #expect(pending.denied.map { $0.model._$state.key } == [3])
    #expect(pending.successors == [3: 1])
    pending.change(models[0])
    #expect(pending.denied.count == 1)
  }

  @Test("The first refusal is thrown, and none twice")
  func refusals() {
    var pending = PendingChanges()
    let none = pending.takeRefusal()
    #expect(none == nil)
    for entity in ["First", "Second"] {
      pending.refuse(SwiftDataError(.modelValidationFailure, "refused", entity: entity))
    }
    #expect(!pending.isEmpty && pending.concernObjects)
    let refusals = (pending.takeRefusal(), pending.takeRefusal())
    #expect(refusals.0?.entity == "First")
    #expect(refusals.1 == nil)
    #expect(pending.isEmpty)
  }

  @Test("Another base is noted, and that of another process stays noted")
  func bases() {
    var pending = PendingChanges()
    #expect(!pending.haveOtherBase && !pending.areMerged)
    pending.noteOtherBase(isForeign: false)
    #expect(pending.haveOtherBase && !pending.areMerged)
    pending.noteOtherBase(isForeign: true)
    pending.noteOtherBase(isForeign: false)
    #expect(pending.haveOtherBase && pending.areMerged)
  }

  @Test("New keys replace old ones in every note")
  func newKeys() {
    var pending = PendingChanges()
    pending.recount(5, hierarchy: 1)
    pending.recount(6, hierarchy: 0)
    pending.contradictions.note(.deletedHere, at: Contradiction.Place(key: 5, slot: nil))
    pending.deletions.noteDeletion(of: 5, isByRule: true)
    pending.note(
      PendingChanges.Union(
        newer: models[0], older: models[1], key: 5,
        values: [.value(.reference(5)), .value(.integer(5))],
        olderValues: [.value(.references([6, 5]))]))
    pending.renumber([5: 50])
    #expect(pending.recounted == [50: 1, 6: 0])
    #expect(pending.contradictions.places == [Contradiction.Place(key: 50, slot: nil)])
    #expect(pending.deletions.byRule == [50])
    #expect(pending.unions[0].values.map(\.stored) == [.reference(50), .integer(5)])
    #expect(pending.unions[0].olderValues.map(\.stored) == [.references([6, 50])])
  }
}
