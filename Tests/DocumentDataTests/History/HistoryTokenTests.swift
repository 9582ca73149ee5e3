import Foundation
import Testing

@testable import DocumentData

@Suite("Tokens of histories")
struct HistoryTokenTests {
  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("voyage.trips")
  }

  private func context(
    _ url: URL? = nil, _ policy: ModelConfiguration.HistoryPolicy? = nil,
    format: DocumentFormat? = nil
  ) throws -> ModelContext {
    ModelContext(try Voyage.container(at: url ?? file, policy, format: format))
  }

  /// Saves some entries in a program of their own, and returns the last token.
  @discardableResult private func save(
    _ count: Int, to url: URL? = nil, format: DocumentFormat? = nil
  ) throws -> DefaultHistoryToken {
    let context = try context(url, format: format)
    for _ in 0..<count { try context.saveEntry() }
    return try #require(try context.history().last?.token)
  }

  private func reopened(_ token: DefaultHistoryToken) throws -> DefaultHistoryToken {
    try JSONDecoder().decode(DefaultHistoryToken.self, from: JSONEncoder().encode(token))
  }

  @Test(
    "a token in a file is valid after a relaunch, in every format",
    arguments: DocumentFormat.allCases)
  func relaunch(format: DocumentFormat) throws {
    let token = try reopened(save(3, format: format))
    #expect(try context().history(after: token).isEmpty)
    try save(2)
    #expect(try context().history(after: token).map(\.transactionIdentifier) == [4, 5])
    #expect(try context().history().last?.storeIdentifier == token.tokenValue?.keys.first)
    #expect(token.tokenValue?.values.map(\.self) == [3])
  }

  @Test("a token survives another compression, and a conversion to another format")
  func conversion() throws {
    let token = try save(2)
    var configuration = ModelConfiguration(url: file, format: .flatXML)
    configuration.compression = .export
    do {
      let context = ModelContext(
        try ModelContainer(for: Schema(Voyage.models), configurations: configuration))
      try context.saveEntry()
    }
    #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("<?xml"))
    #expect(try context().history(after: token).map(\.transactionIdentifier) == [3])
  }

  @Test("a token of removed saves has expired, and the error says so")
  func removed() throws {
    let token = try save(2)
    let context = try context()
    for _ in 0..<3 { try context.saveEntry() }
    let later = try context.history()[3].token
    try context.deleteHistory(.documents(#Predicate { $0.token <= later }))
    let words = explanation { _ = try context.history(after: token) }
    #expect(words.hasPrefix("historyTokenExpired: the token is no longer valid in the store"))
    #expect(words.contains("transactions after its number 2 were removed, up to 4"))
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.history(after: token) }
    #expect(try context.history(after: later).map(\.transactionIdentifier) == [5])
    #expect(try self.context().history(after: later).map(\.transactionIdentifier) == [5])
  }

  // Spec 11.1-2
  @Test("a token of a history that was started anew has expired, and the error says so")
  func lineage() throws {
    let token = try save(2)
    do {
      let context = try context()
      try context.container.erase()
      try context.saveEntry()
    }
    let words = explanation { _ = try context().history(after: token) }
    #expect(words.contains("began anew"))
  }

  @Test("a token of a file that was deleted and made anew has expired, for observers too")
  func madeAnew() throws {
    let token = try save(5)
    let store = try #require(token.tokenValue?.keys.first)
    try FileManager.default.removeItem(at: file)
    try save(2)
    let words = explanation { _ = try context().history(after: token) }
    #expect(words.contains("belongs to no store of the container"))
    let container = try context().container
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try HistoryObserver(historyTokens: [store: token], modelContainer: container)
    }
    let own = container.store.identifier
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try HistoryObserver(historyTokens: [own: token], modelContainer: container)
    }
  }

  @Test("a token of a copy that went its own way has expired, and the error says so")
  func diverged() throws {
    try save(2)
    let copy = folder.file("copy.trips")
    try FileManager.default.copyItem(at: file, to: copy)
    let own = try save(1)
    #expect(
      explanation { _ = try context(copy).history(after: own) }.contains(
        "the document ends at transaction 2, before the token's number 3"))
    try save(2, to: copy)
    let words = explanation { _ = try context(copy).history(after: own) }
    #expect(words.contains("the document is a copy that went its own way before transaction 3"))
    #expect(throws: SwiftDataError.historyTokenExpired) {
      try context(copy).deleteHistory(.documents(#Predicate { $0.token < own }))
    }
  }

  @Test("a token of another document belongs to no store of the container")
  func foreign() throws {
    try save(1)
    let other = try save(1, to: folder.file("other.trips"))
    let words = explanation { _ = try context().history(after: other) }
    #expect(words.contains("the token belongs to no store of the container"))
  }

  @Test("a document that no longer keeps a history expires tokens")
  func policyNone() throws {
    let token = try save(2)
    let context = try context(nil, .nothing)
    try context.saveEntry()
    #expect(throws: SwiftDataError.historyTokenExpired) { try context.history(after: token) }
    #expect(try context.history().isEmpty)
  }

  @Test("pruning by the policy expires only the tokens before what was removed")
  func pruned() throws {
    let context = try context(nil, .names(transactions: 3))
    var tokens: [DefaultHistoryToken] = []
    for _ in 0..<6 {
      try context.saveEntry()
      tokens.append(try #require(try context.history().last?.token))
    }
    #expect(try context.history().map(\.transactionIdentifier) == [4, 5, 6])
    for (index, token) in tokens.enumerated() {
      if index < 2 {
        #expect(throws: SwiftDataError.historyTokenExpired) { try context.history(after: token) }
      } else {
        #expect(try context.history(after: token).count == 5 - index)
      }
    }
  }

  @Test("tokens of a fetch ascend, and equal tokens have one identifier and one hash")
  func order() throws {
    let context = try context()
    for _ in 0..<12 { try context.saveEntry() }
    let tokens = try context.history().map(\.token)
    #expect(tokens == tokens.sorted())
    #expect(Set(tokens).count == 12)
    #expect(Set(tokens.map(\.id)).count == 12)
    for token in tokens {
      let copy = try reopened(token)
      #expect(copy == token)
      #expect(copy.id == token.id)
      #expect(copy.hashValue == token.hashValue)
      #expect(!(copy < token) && !(token < copy))
    }
  }

  @Test(
    "a text that is no token is an error of the decoder",
    arguments: [
      "", "7", "{}", "[]", #"{"store":"s"}"#, #"{"store":"s","positions":[{}]}"#,
      #"{"store":"s","positions":[{"store":"s","number":-1}]}"#,
      #"{"store":"s","positions":[{"store":"s","number":1}]}"#,
      #"{"store":"s","positions":[{"store":"s","number":0,"lineage":"x"}]}"#,
      #"{"store":"s","positions":[{"store":"s","number":0},{"store":"s","number":0}]}"#,
      #"{"store":"s","positions":[{"store":"s","number":9223372036854775807,"#
        + #""lineage":"00000000-0000-0000-0000-000000000000","digest":"00"}]}"#,
    ])
  func garbage(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(DefaultHistoryToken.self, from: Data(text.utf8))
    }
  }

  @Test("a token whose digest was changed is no place of the history")
  func forged() throws {
    let token = try save(2)
    let text = String(decoding: try JSONEncoder().encode(token), as: UTF8.self)
    let digest = try #require(text.range(of: #""digest":""#)).upperBound
    let forged = text.replacingCharacters(
      in: digest..<text.index(after: digest), with: text[digest] == "0" ? "1" : "0")
    let other = try JSONDecoder().decode(DefaultHistoryToken.self, from: Data(forged.utf8))
    #expect(other != token)
    #expect(throws: SwiftDataError.historyTokenExpired) { try context().history(after: other) }
  }
}
