import DocumentDataMacros
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

/// What `@Model` says about classes that cannot be models.
@Suite struct DiagnosticTests {
  /// The messages of an expansion, and the code that it makes.
  private func expand(_ source: String) -> (messages: [String], code: String) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "test.swift")])
    let macros: [String: any Macro.Type] = [
      "Model": ModelMacro.self, "Transient": PeerMarkers.self,
    ]
    let expanded = file.expand(
      macros: macros,
      contextGenerator: { node in
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
      })
    return (context.diagnostics.map(\.message), expanded.description)
  }

  @Test(
    "a declaration that cannot be a model is refused and left alone",
    arguments: [("struct", "struct"), ("enum", "enum"), ("actor", "actor")])
  func kinds(keyword: String, named: String) throws {
    let (messages, code) = expand("@Model \(keyword) Trip { }")
    let message = try #require(messages.first)
    #expect(messages.count == 1)
    #expect(message.contains("write 'class' instead of '\(named)'"))
    #expect(!code.contains("_$state"))
  }

  @Test("a class inside a function is refused")
  func localClass() {
    let (messages, _) = expand("func make() { @Model class Trip { var x = 1 } }")
    #expect(messages.contains { $0.contains("inside a function") })
  }

  @Test(
    "a property that can be neither persisted nor left alone is refused",
    arguments: [
      ("var a = 1, b = 2", "one property per 'var'"),
      ("var (a, b) = (1, 2)", "tuple pattern"),
      ("weak var other: Trip?", "weak or unowned property 'other'"),
      ("@Published var name = \"\"", "property wrapper @Published"),
      ("@SwiftUI.State var name = \"\"", "property wrapper @State"),
      ("let name: String", "write 'private(set) var name'"),
      ("@Transient var cache: Int", "needs a default value"),
      ("@Transient let cache: Int?", "needs a default value"),
    ])
  func properties(source: String, expected: String) throws {
    let (messages, _) = expand("@Model class Trip { \(source) }")
    #expect(messages.count == 1)
    let message = try #require(messages.first)
    #expect(message.contains(expected))
  }

  @Test(
    "what is well formed passes without a word",
    arguments: [
      "var a = 1", "let a = 1", "static var a = 1, b = 2", "lazy var a = 1",
      "var a: Int { 1 }", "@Transient var a: Int?", "@Transient var (a, b) = (1, 2)",
      "@Transient weak var a: Trip?", "@Transient @Published var a: Int", "var a: Int!",
      "override var a: Int { didSet {} }",
    ])
  func wellFormed(source: String) {
    #expect(expand("@Model class Trip { \(source) }").messages.isEmpty)
  }
}
