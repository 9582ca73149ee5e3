import DocumentData
import Foundation
import Testing

@Model private final class Leaflet {
  var pages: Int
  var title: String { String(localized: "\(pages) pages", comment: "The title of a leaflet") }
  init(pages: Int) { self.pages = pages }
}

@Suite("Texts in the user's language")
struct LocalizedStringTests {
  private let english = Locale(identifier: "en_US")

  /// A bundle with one table.
  private func bundle(_ table: String) throws -> Bundle {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(table.utf8).write(to: folder.appendingPathComponent("Words.strings"))
    return try #require(Bundle(url: folder))
  }

  @Test("are the key without a table, with numbers of the locale")
  func withoutTable() {
    #expect(Leaflet(pages: 3).title == "3 pages")
    #expect(String(localized: "100% of \(12345)", locale: english) == "100% of 12,345")
    #expect(
      String(localized: "\(12345) and \(UInt8(7))", locale: Locale(identifier: "de_DE"))
        == "12.345 and 7")
    #expect(
      String(localized: "\("a") \(true) \(UInt64.max)", locale: english).hasPrefix("a true 18"))
    #expect(String(localized: "\(1.5) km", locale: english) == "1.500000 km")
  }

  @Test("come from the table of a bundle, whose placeholders may have another order")
  func withTable() throws {
    let bundle = try bundle(
      """
      "%lld pages of %@" = "%2$@: %1$lld Seiten";
      "greeting" = "Guten Tag, %@";
      """)
    #expect(
      String(localized: "\(3) pages of \("Rihla")", table: "Words", bundle: bundle)
        == "Rihla: 3 Seiten")
    #expect(
      String(
        localized: "greeting", defaultValue: "Hello, \("Ada")", table: "Words", bundle: bundle)
        == "Guten Tag, Ada")
    #expect(
      String(localized: "farewell", defaultValue: "Bye, \("Ada")", table: "Words", bundle: bundle)
        == "Bye, Ada")
  }

  @Test(
    "read no value as another type, whatever a table says",
    arguments: [
      ("%s%n%p", "x"), ("%9$@ %1$lld", " x"), ("%", "%"), ("%%%@%@", "%x"), ("%-$@", "x"),
      ("%0$@", "x"),
      ("%99999999999999999999$@", "x"),
    ])
  func hostileTable(translation: String, expected: String) throws {
    let bundle = try bundle("\"key\" = \"\(translation)\";")
    #expect(
      String(localized: "key", defaultValue: "\("x")", table: "Words", bundle: bundle) == expected)
  }
}
