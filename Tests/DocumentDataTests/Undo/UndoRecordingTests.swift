import DocumentTables
import Testing

@testable import DocumentData

@Suite("What is recorded for undo, without a context")
struct UndoRecordingTests {
  typealias Plain = Layout.Plain

  private let rows: RowObjects
  /// The object of the first row, whose name is "a".
  private let plain: Plain
  private let name: Int

  init() throws {
    rows = try RowObjects()
    plain = try rows.make(1, as: Plain.self)
    name = try #require(try rows.description(of: Plain.self).slot(named: "name"))
  }

  private func started() -> UndoRecording {
    var undo = UndoRecording()
    undo.start()
    return undo
  }

  private func isEmpty(_ undo: inout UndoRecording) -> Bool { undo.takeStep() == nil }

  private func taken(_ undo: inout UndoRecording) throws -> UndoStep {
    let step = undo.takeStep()
    return try #require(step)
  }

  private func onlyEntry(_ undo: inout UndoRecording) throws -> ChangeJournal.Entry {
    let step = try taken(&undo)
    #expect(step.entries.count == 1)
    return try #require(step.entries.first)
  }

  @Test("Nothing is recorded before the start, in a pause within a pause, and after the end")
  func off() {
    var undo = UndoRecording()
    #expect(!undo.isOn)
    undo.willSet(name, of: plain)
    #expect(isEmpty(&undo))
    undo.start()
    #expect(undo.isOn)
    undo.pause()
    undo.pause()
    undo.resume()
    #expect(!undo.isOn)
    undo.willSet(name, of: plain)
    undo.willLeave(plain)
    undo.willArrive(plain, as: .absent)
    #expect(!undo.wantsList(name, of: plain))
    undo.note(9, unitedWith: 1)
    undo.resume()
    #expect(undo.isOn)
    #expect(undo.resolved(9) == 9)
    #expect(isEmpty(&undo))
    undo.willSet(name, of: plain)
    undo.stop()
    #expect(!undo.isOn)
    #expect(isEmpty(&undo))
  }

  @Test("The first value of a step stays, which the row had, and a step that restores it is none")
  func values() throws {
    var undo = started()
    for value in ["x", "y"] {
      undo.willSet(name, of: plain)
      plain.name = value
    }
    let entry = try onlyEntry(&undo)
    #expect(entry.before == .present)
    #expect(entry.slots.keys.sorted() == [name])
    #expect(entry.slots[name]?.stored == .text("a"))
    #expect(entry.hasEffect { _ in nil })
    plain.name = "a"
    #expect(!entry.hasEffect { _ in nil })
    #expect(isEmpty(&undo))
    undo.willSet(name, of: plain)
    plain.name = "z"
    #expect(try onlyEntry(&undo).slots[name]?.stored == .text("a"))
  }

  @Test("A list is noted once, and has changed if its members or their order have")
  func lists() throws {
    var undo = started()
    #expect(undo.wantsList(name, of: plain))
    undo.note(list: [3, 2], in: name, of: plain)
    #expect(!undo.wantsList(name, of: plain))
    let entry = try onlyEntry(&undo)
    #expect(!entry.hasEffect { $0 == name ? [3, 2] : nil })
    for list in [[2, 3], [3], nil] as [[ObjectKey]?] { #expect(entry.hasEffect { _ in list }) }
    #expect(undo.wantsList(name, of: plain))
  }

  @Test("A new object needs no old values, and its insertion is the change")
  func arrival() throws {
    var undo = started()
    let new = Plain(name: "new")
    try rows.insert(new, as: 5)
    undo.willArrive(new, as: .absent)
    undo.willSet(name, of: new)
    new.name = "later"
    #expect(!undo.wantsList(name, of: new))
    let entry = try onlyEntry(&undo)
    #expect(entry.key == 5 && entry.before == .absent)
    #expect(entry.slots.isEmpty)
    #expect(entry.hasEffect { _ in nil })
    rows.objects.setPhase(.withdrawn, of: new)
    #expect(!entry.hasEffect { _ in nil })
  }

  @Test("A deleted object that returns keeps who had deleted it and what had lost it")
  func returning() throws {
    var undo = started()
    rows.objects.setPhase(.deleted, of: plain)
    let place = Deletions.Place(key: 2, slot: 0)
    undo.willArrive(
      plain, as: .deleted, isByRule: true,
      losses: [(place, Deletions.Loss(keys: [1], hidden: [1]))])
    let entry = try onlyEntry(&undo)
    #expect(entry.before == .deleted && entry.isByRule)
    #expect(entry.losses.map(\.place) == [place])
    rows.objects.setPhase(.removed, of: plain)
    #expect(!entry.hasEffect { _ in nil })
    rows.objects.setPhase(.stored, of: plain)
    #expect(entry.hasEffect { _ in nil })
  }

  @Test("A removed object leaves the values that its row lacks, unless an earlier one was noted")
  func removal() throws {
    var undo = started()
    let count = try #require(try rows.description(of: Plain.self).slot(named: "count"))
    undo.willSet(name, of: plain)
    plain.name = "x"
    plain.count = 3
    undo.willLeave(plain)
    rows.objects.setPhase(.deleted, of: plain)
    let entry = try onlyEntry(&undo)
    #expect(entry.before == .present)
    #expect(entry.slots.keys.sorted() == [name, count].sorted())
    #expect(entry.slots[name]?.stored == .text("a"))
    #expect(entry.slots[count]?.stored == .integer(3))
    #expect(entry.hasEffect { _ in nil })
  }

  @Test("A kept reference is a change, though its value is the same")
  func kept() throws {
    var undo = started()
    undo.willKeep(name, of: plain)
    let entry = try onlyEntry(&undo)
    #expect(entry.kept == [name])
    #expect(entry.slots[name]?.stored == .text("a"))
    #expect(entry.hasEffect { _ in nil })
  }

  @Test("Steps of before get the new keys of their objects, each renaming once")
  func newKeys() throws {
    var undo = started()
    let new = Plain(name: "new")
    try rows.insert(new, as: 5)
    undo.willArrive(new, as: .absent)
    let before = try taken(&undo)
    undo.note(5, unitedWith: 4)
    undo.note(4, unitedWith: 3)
    undo.willArrive(new, as: .absent)
    undo.renumber([5: 50, 3: 30])
    let during = try taken(&undo)
    #expect(undo.current(before).entries.map(\.key) == [50])
    #expect(during.entries.map(\.key) == [50])
    undo.renumber([50: 500])
    for step in [before, during] { #expect(undo.current(step).entries.map(\.key) == [500]) }
    #expect(undo.current(undo.current(before)).entries.map(\.key) == [500])
    #expect(undo.resolved(5) == 30)
    #expect(undo.resolved(7) == 7)
  }

  @Test("Objects that the end of a recording releases may ask it what it does")
  func released() throws {
    final class Owner { var undo = UndoRecording() }
    let owner = Owner()
    owner.undo.start()
    let rows = try RowObjects(Layout.models, [("Watched", "a")])
    var asked = 0
    for isLast in [false, true] {
      var watched: Layout.Watched? = try rows.make(1)
      watched?.atEnd = { _ in if !owner.undo.isOn || !isLast { asked += 1 } }
      watched.map { owner.undo.willSet(0, of: $0) }
      watched = nil
      #expect(asked == (isLast ? 1 : 0))
      if isLast { owner.undo.stop() } else { owner.undo.start() }
    }
    #expect(asked == 2)
  }
}
