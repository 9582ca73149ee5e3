import DocumentData
import Testing

@Suite("A fetch by a unique value")
struct IndexedLookupTests {
  enum Badges {
    @Model class Badge {
      @Attribute(.unique) var code: String
      var title: String
      @Attribute(.unique) var number: Int?

      init(_ code: String, number: Int? = nil) {
        self.code = code
        title = code
        self.number = number
      }
    }

    @Model class GoldBadge: Badge {
      var weight = 1.0
    }
  }

  typealias Badge = Badges.Badge
  typealias GoldBadge = Badges.GoldBadge

  private static let codes = ["", "a", "b", "é", "K", "Tromsø", "Αθήνα", "zz", "c\u{301}"]
  /// The same texts in other spellings, and others.
  private static let questions = codes + ["e\u{301}", "\u{212A}", "ć", "A", "missing"]

  private func setUp() throws -> (ModelContainer, ModelContext) {
    let container = try makeContainer([Badge.self, GoldBadge.self])
    let context = ModelContext(container)
    for (number, code) in Self.codes.enumerated() {
      let number = number % 3 == 0 ? nil : number
      context.insert(
        code == "zz" ? GoldBadge(code, number: number) : Badge(code, number: number))
    }
    try context.save()
    return (container, context)
  }

  private func byCode<T: Badge>(
    _ code: String, _ type: T.Type = Badge.self, in context: ModelContext, limit: Int? = nil,
    offset: Int? = nil
  ) throws -> [T] {
    var descriptor = FetchDescriptor<T>(predicate: #Predicate { $0.code == code })
    descriptor.fetchLimit = limit
    descriptor.fetchOffset = offset
    return try context.fetch(descriptor)
  }

  private func byTitle(_ title: String, in context: ModelContext) throws -> [Badge] {
    try context.fetch(FetchDescriptor<Badge>(predicate: #Predicate { $0.title == title }))
  }

  private func byNumber(_ number: Int?, in context: ModelContext) throws -> [Badge] {
    try context.fetch(FetchDescriptor<Badge>(predicate: #Predicate { $0.number == number }))
  }

  /// Asks often enough for indexes to be made and used.
  private func check(_ context: ModelContext) throws {
    let all = try context.fetch(FetchDescriptor<Badge>())
    for _ in 0..<4 {
      for code in Self.questions {
        #expect(try byCode(code, in: context) == all.filter { $0.code == code }, "\(code)")
        #expect(try byTitle(code, in: context) == all.filter { $0.title == code }, "\(code)")
      }
      for number in [nil] + (0..<12).map(Optional.init) {
        let expected = all.filter { $0.number == number }
        #expect(try byNumber(number, in: context) == expected, "\(number as Any)")
      }
    }
  }

  @Test("finds what the object's own values say, however often it is asked, also in changed rows")
  func sameAnswers() throws {
    let (container, context) = try setUp()
    try check(context)
    for badge in try byCode("a", in: context) { badge.code = "missing" }
    context.insert(Badge("A", number: 11))
    for badge in try byCode("b", in: context) { context.delete(badge) }
    try check(context)
    #expect(try byCode("a", in: context).isEmpty)
    #expect(try byCode("missing", in: context).count == 1)
    let other = ModelContext(container)
    try check(other)
    try context.save()
    try check(context)
    try check(other)
    #expect(try byCode("A", in: other).map(\.number) == [11])
  }

  @Test("finds the object that somebody holds, and makes one where nobody does")
  func identity() throws {
    let (container, _) = try setUp()
    let context = ModelContext(container)
    for _ in 0..<3 { #expect(try byCode("é", in: context).first?.title == "é") }
    let held = try #require(try byCode("e\u{301}", in: context).first)
    #expect(try byCode("é", in: context).first === held)
    #expect(held.modelContext === context)
  }

  @Test("finds an object of a subclass, and no other where the subclass is asked for")
  func subclasses() throws {
    let (_, context) = try setUp()
    for _ in 0..<3 {
      #expect(try byCode("zz", in: context).first is GoldBadge)
      #expect(try byCode("zz", GoldBadge.self, in: context).count == 1)
      #expect(try byCode("a", GoldBadge.self, in: context).isEmpty)
    }
  }

  @Test("respects limit and offset")
  func window() throws {
    let (_, context) = try setUp()
    for _ in 0..<3 {
      #expect(try byCode("a", in: context, limit: 1).count == 1)
      #expect(try byCode("a", in: context, limit: 0).count == 1)
      #expect(try byCode("a", in: context, limit: 1, offset: 1).isEmpty)
    }
  }
}
