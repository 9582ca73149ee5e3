import Testing

@testable import DocumentTables

/// Histories over a small schema, with transactions from a seed.
struct HistoryFixture {
  let schema: TableSchema
  let fingerprint: Digest

  init() throws {
    schema = try TableSchema(
      name: "S", version: SchemaVersion(1, 0, 0),
      entities: [
        TableEntity(
          name: "Trip",
          attributes: [
            TableAttribute(name: "end", type: .scalar(.date)),
            TableAttribute(name: "name", type: .scalar(.text)),
          ])
      ])
    fingerprint = schema.modelFingerprint()
  }

  func history(_ policy: HistoryPolicy = HistoryPolicy(.names)) -> History {
    History(document: 1, lineage: 2, policy: policy)
  }

  func transaction(_ random: inout TextFormRandom, time: Double = 0) -> History.Transaction {
    var keys = HistoryKeys()
    var key: ObjectKey = 0
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      key += ObjectKey.random(in: 1...2, using: &random)
      keys.append(key)
    }
    let group: History.Transaction.Group =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: .init(.insert, entity: "Trip", keys: keys)
      case 1:
        .init(
          .update, entity: "Trip", keys: keys, properties: ["end", "name"],
          old: ["name": keys.keys.map { .text("a\($0)") }],
          new: ["name": keys.keys.map { .text("b\($0)") }])
      default:
        .init(
          .delete, entity: "Trip", keys: keys, old: ["name": keys.keys.map { .text("c\($0)") }])
      }
    return History.Transaction(
      time: time, author: ["ann", nil].randomElement(using: &random) ?? nil, program: "p",
      process: "7", schema: fingerprint, groups: [group])
  }

  /// The history as a document writes and reads it.
  func reread(_ history: History) throws -> History {
    let state = try #require(HistoryState(history, own: fingerprint, contents: []))
    return try History(
      HistoryState(tree: state.tree),
      try history.transactions.map { try History.Transaction(tree: $0.tree) },
      document: history.document, policy: history.policy, schema: schema, fingerprint: fingerprint)
  }
}

@Suite("The history of a document")
struct HistoryTests {
  private let fixture: HistoryFixture

  init() throws { fixture = try HistoryFixture() }

  @Test("keeps what a list of numbered transactions would keep", arguments: 0..<60 as Range<UInt64>)
  func model(seed: UInt64) throws {
    var random = TextFormRandom(seed: seed)
    var history = fixture.history()
    var expected: [History.Transaction] = []
    var digests: [Int64: Digest] = [:]
    var last: Int64 = 0
    var highestRemoved: Int64 = 0
    for step in 0..<400 {
      if Int.random(in: 0..<20, using: &random) == 0, last > 0 {
        let bound = Int64.random(in: 1...last, using: &random)
        let removesAll = Bool.random(using: &random)
        let isRemoved = { (transaction: History.Transaction) in
          transaction.number <= bound && (removesAll || transaction.number % 3 == 0)
        }
        highestRemoved = max(highestRemoved, expected.filter(isRemoved).map(\.number).max() ?? 0)
        #expect(history.remove(where: isRemoved) == expected.count(where: isRemoved))
        expected.removeAll(where: isRemoved)
      } else {
        var transaction = fixture.transaction(&random, time: Double(step))
        history.append(transaction, of: fixture.schema)
        last += 1
        transaction.number = last
        expected.append(transaction)
        digests[last] = history.last?.digest
      }
      if step % 50 == 0, last > 0 { history = try fixture.reread(history) }
    }
    #expect(Array(history.transactions) == expected)
    #expect(history.removedThrough == highestRemoved)
    #expect(history.last?.number == last)
    // The digest of a transaction never changes, whatever is removed before or behind it.
    for transaction in expected {
      #expect(history.digest(of: transaction.number) == digests[transaction.number])
    }
    if highestRemoved > 0 {
      #expect(history.digest(of: highestRemoved) == digests[highestRemoved])
    }
    #expect(
      history.runs.allSatisfy { run in
        run.transactions.allSatisfy { History.start(of: $0.number) == run.start }
      })
  }

  // Spec 11.2-2
  @Test("bounds hold after ten thousand transactions, and the newest stay")
  func bounds() throws {
    var random = TextFormRandom(seed: 1)
    var history = fixture.history(HistoryPolicy(.names, transactions: 300, days: 1, bytes: 40_000))
    for number in 1...10_000 {
      let time = Double(number) * 600
      history.append(fixture.transaction(&random, time: time), of: fixture.schema)
      history.prune(now: time)
      #expect(history.transactionCount <= 300)
      #expect(history.byteCount <= 40_000)
      #expect((history.transactions.first { _ in true }?.time ?? 0) >= time - 86_400)
    }
    #expect(history.runs.last?.transactions.last?.number == 10_000)
    // Age is the bound that is reached first: a day has 144 transactions.
    #expect(history.transactionCount >= 17)
    #expect(try fixture.reread(history).last == history.last)
  }

  // Spec 11.1-1
  @Test("a bound below one transaction leaves none, and the number goes on")
  func nothingKept() throws {
    var random = TextFormRandom(seed: 1)
    var history = fixture.history(HistoryPolicy(.names, bytes: 1))
    for number in 1...3 as ClosedRange<Int64> {
      history.append(fixture.transaction(&random), of: fixture.schema)
      history.prune(now: 0)
      #expect(history.transactionCount == 0)
      #expect(history.removedThrough == number)
      history = try fixture.reread(history)
    }
    #expect(history.last?.number == 3)
  }

  @Test("a clock that is set back makes no later transaction the older one")
  func clock() {
    var random = TextFormRandom(seed: 1)
    var history = fixture.history()
    for time in [100.0, 50, 200] {
      history.append(fixture.transaction(&random, time: time), of: fixture.schema)
    }
    #expect(history.transactions.map(\.time) == [100, 100, 200])
  }

  // Spec 11.1-3, 11.5-3
  @Test("an altered, missing or reordered transaction is noticed")
  func forged() throws {
    var random = TextFormRandom(seed: 3)
    var history = fixture.history()
    for _ in 0..<5 { history.append(fixture.transaction(&random), of: fixture.schema) }
    let state = try #require(HistoryState(history, own: fixture.fingerprint, contents: []))
    let transactions = Array(history.transactions)
    func problem(_ transactions: [History.Transaction]) -> HistoryProblem.Code? {
      do throws(HistoryProblem) {
        _ = try History(
          state, transactions, document: 1, policy: history.policy, schema: fixture.schema,
          fingerprint: fixture.fingerprint)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(problem(transactions) == nil)
    var altered = transactions
    altered[1].author = "somebody else"
    #expect(problem(altered) == .digest)
    #expect(problem(Array(transactions.dropFirst())) == .malformed)
    #expect(problem(transactions.reversed()) == .malformed)
    var strange = transactions
    strange[2].schema = Digest(of: [1])
    #expect(problem(strange) == .malformed)
  }

  // Spec 3.1-9, 11.3-1
  @Test("the state has the members of all objects in the order of their names")
  func orderOfState() throws {
    let fixture = try HistoryFixture()
    let older = try TableSchema(
      name: "Older", version: SchemaVersion(0, 1, 0),
      entities: [
        TableEntity(
          name: "Trip",
          attributes: [
            TableAttribute(
              name: "note", type: .tree(shape: .members(["b": .null, "a": .integer(1)])),
              isNullable: true)
          ],
          relationships: [
            TableRelationship(name: "next", destination: "Trip", isToMany: false, maximumCount: 2)
          ])
      ])
    var history = fixture.history()
    history.append(
      History.Transaction(time: 0, schema: older.modelFingerprint()), of: older)
    let state = try #require(HistoryState(history, own: fixture.fingerprint, contents: []))
    var waiting = [state.tree]
    var objects = 0
    while let tree = waiting.popLast() {
      switch tree {
      case .array(let items): waiting += items
      case .object(let members):
        objects += 1
        let names = members.map(\.name)
        #expect(names == names.sorted(by: utf8Precedes))
        waiting += members.map(\.value)
      default: break
      }
    }
    #expect(objects == 7)
    #expect(try HistoryState(tree: state.tree).schemas == [older.modelFingerprint(): older])
  }

  // Spec 3.14-3, 11.2-1
  @Test("the policy has its members in the order of their table")
  func orderOfPolicy() throws {
    let policy = HistoryPolicy(.values, transactions: 3, days: 2, bytes: 1)
    let json = CanonicalJSON.bytes(of: policy.tree)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"keeps":"values","transactions":3,"days":2,"bytes":1}"#)
    #expect(try HistoryPolicy(tree: policy.tree) == policy)
  }

  // Spec 11.4-6
  @Test("an object is in one change, but for one that changes its entity")
  func objectsOnce() throws {
    let schema = try TableSchema(
      name: "S", version: nil,
      entities: ["Trip", "Walk"].map {
        TableEntity(
          name: $0, superentity: $0 == "Trip" ? nil : "Trip",
          attributes: $0 == "Trip" ? [TableAttribute(name: "name", type: .scalar(.text))] : [])
      })
    let keys = { (first: ObjectKey, last: ObjectKey) in HistoryKeys(first...last) }
    func isAccepted(_ groups: History.Transaction.Group...) -> Bool {
      let transaction = History.Transaction(
        number: 1, time: 0, schema: schema.modelFingerprint(), groups: groups)
      return (try? transaction.check(against: schema)) != nil
    }
    let update = History.Transaction.Group(
      .update, entity: "Trip", keys: keys(4, 9), properties: ["name"])
    #expect(isAccepted(.init(.insert, entity: "Trip", keys: keys(1, 3)), update))
    #expect(!isAccepted(.init(.insert, entity: "Trip", keys: keys(1, 4)), update))
    #expect(!isAccepted(update, .init(.delete, entity: "Walk", keys: keys(9, 9))))
    #expect(
      !isAccepted(update, .init(.update, entity: "Walk", keys: keys(6, 7), properties: ["name"])))
    #expect(
      isAccepted(
        .init(.insert, entity: "Walk", keys: keys(2, 5)),
        .init(.delete, entity: "Trip", keys: keys(1, 9))))
    #expect(
      !isAccepted(
        .init(.insert, entity: "Walk", keys: keys(2, 5)),
        .init(.delete, entity: "Walk", keys: keys(5, 5))))
  }

  // Spec 11.4-7
  @Test("values are compared with the types of their properties, and with nothing else")
  func valuesOfTypes() throws {
    let schema = try TableSchema(
      name: "S", version: nil,
      entities: [
        TableEntity(
          name: "Trip",
          attributes: [
            TableAttribute(
              name: "kind", type: .scalar(.text), cases: [.text("long"), .text("short")])
          ],
          relationships: [
            TableRelationship(name: "others", destination: "Trip", isToMany: true)
          ])
      ])
    func isAccepted(_ name: String, _ value: Tree) -> Bool {
      let group = History.Transaction.Group(
        .delete, entity: "Trip", keys: HistoryKeys([1]), old: [name: [value]])
      let transaction = History.Transaction(
        number: 1, time: 0, schema: schema.modelFingerprint(), groups: [group])
      return (try? transaction.check(against: schema)) != nil
    }
    #expect(isAccepted("kind", .text("endless")))
    #expect(!isAccepted("kind", .integer(1)))
    #expect(isAccepted("others", .array([.integer(7), .integer(7)])))
    #expect(!isAccepted("others", .array([.integer(0)])))
  }

  // Spec 11.4-1, 11.4-3, 11.4-4
  @Test("a transaction has one spelling")
  func spelling() throws {
    let keys = HistoryKeys([1, 2, 5, 6, 7, 9])
    let transaction = History.Transaction(
      number: 4, time: 1.5, schema: fixture.fingerprint,
      groups: [.init(.insert, entity: "Trip", keys: keys)])
    #expect(
      String(decoding: CanonicalJSON.bytes(of: transaction.tree), as: UTF8.self)
        == #"{"changes":[{"change":"insert","entity":"Trip","keys":[1,2,[5,7],9]}],"number":4,"schema":"\#(fixture.fingerprint.text)","time":{"$date":"2001-01-01T00:00:01.5Z"}}"#
    )
    #expect(try History.Transaction(tree: transaction.tree) == transaction)
    let group = { (keys: Tree) -> Tree in
      .members([
        "change": .text("insert"), "entity": .text("Trip"), "keys": keys,
      ])
    }
    for keys: Tree in [
      .array([]), .array([.integer(2), .integer(1)]),
      .array([.integer(5), .integer(6), .integer(7)]),
      .array([.array([.integer(1), .integer(2)])]), .array([.integer(0)]),
      .array([.array([.integer(1), .integer(.max)])]), .text("1"),
    ] {
      let tree = Tree.members([
        "changes": .array([group(keys)]), "number": .integer(4),
        "schema": .text(fixture.fingerprint.text), "time": .date(1),
      ])
      #expect(throws: HistoryProblem.self) { try History.Transaction(tree: tree) }
    }
  }
}
