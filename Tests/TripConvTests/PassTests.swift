import Foundation
import Testing

/// Passes of wallets, by the command.
@Suite("tripconv with passes")
struct PassTests {
  private let folder = ScratchFolder()

  /// A ticket for a boat in English and German.
  private static let ticket = """
    UEsDBBQAAAAIAAAAIQA9qRWM3wAAAEUBAAAJAAAAcGFzcy5qc29uVY5PS8NAEMW/StirrWyDIvSmVEWUGDB4EQ/TZlKG7p8w
    Oy3GkO/uTgqKMMzhvd+bN6PpInuQd+REMZh1sVoUpoeUmqHHpxaDUEfI2ZjVS/wC3zs0mUrIBK46+u3Zv1Ex8h4CfYPkaxV4
    VOMNoXihgEmBFtOOqZdzm2lod0BRg9HhCYJsQOZUacurpb1e2lVT2rXVubBl3gpvI3BLYV/nnzI8GmEIiUS/1nD93PwJdxHm
    hp7JAw8PhK7V1MdoDjgo3nH0SpzAHef84331emumRfGLSPwH1OCQfTTT5zT9AFBLAwQUAAAACAAAACEAsyAnbBQAAAASAAAA
    FQAAAGRlLmxwcm9qL3Bhc3Muc3RyaW5nc1Nyd/Xzd1RSsFVQck/NK01UsgYAUEsDBBQAAAAIAAAAIQBIl4NTFAAAABIAAAAV
    AAAAZW4ubHByb2ovcGFzcy5zdHJpbmdzU3J39fN3VFKwVVByT83LT1SyBgBQSwMEFAAAAAgAAAAhAKsiymKHAAAAwwAAAA0A
    AABtYW5pZmVzdC5qc29udcwxDsIwDADAr1SZUcFObMf8Jo0dRIXairAh/k7Lzn66d9hK7+Pc1yVchyAQU4yTNmoIBA4FuHqq
    ApYLqsqFYq2ThNMQzMfH9lzn82/or+d9ufUjSSa5CRuCR+VspTUSY9OpqSciNRFhikfiy58EMcd9qLusKpqpFnYBZZJcKiom
    Z/KM4fMFUEsDBBQAAAAIAAAAIQAh39v0AwAAAAEAAAAJAAAAc2lnbmF0dXJlMwAAUEsBAhQDFAAAAAgAAAAhAD2pFYzfAAAA
    RQEAAAkAAAAAAAAAAAAAAIABAAAAAHBhc3MuanNvblBLAQIUAxQAAAAIAAAAIQCzICdsFAAAABIAAAAVAAAAAAAAAAAAAACA
    AQYBAABkZS5scHJvai9wYXNzLnN0cmluZ3NQSwECFAMUAAAACAAAACEASJeDUxQAAAASAAAAFQAAAAAAAAAAAAAAgAFNAQAA
    ZW4ubHByb2ovcGFzcy5zdHJpbmdzUEsBAhQDFAAAAAgAAAAhAKsiymKHAAAAwwAAAA0AAAAAAAAAAAAAAIABlAEAAG1hbmlm
    ZXN0Lmpzb25QSwECFAMUAAAACAAAACEAId/b9AMAAAABAAAACQAAAAAAAAAAAAAAgAFGAgAAc2lnbmF0dXJlUEsFBgAAAAAF
    AAUALwEAAHACAAAAAA==
    """

  private func ticket() throws -> Data {
    try #require(Data(base64Encoded: Self.ticket, options: .ignoreUnknownCharacters))
  }

  @Test("A pass becomes a document in one language, from a path and from standard input")
  func convert() throws {
    try ticket().write(to: folder.url.appending(path: "a.pkpass"))
    let english = try folder.run("convert", "a.pkpass", "-o", "a.trips")
    #expect(english.status == 0)
    #expect(
      english.errors.contains(
        "a.pkpass: note: the signature of the pass is not checked [signature]"),
      "\(english.errors)")
    #expect(try folder.run("show", "a.trips").text.contains("Genoa → Palermo"))
    let german = try folder.run(
      "convert", "-", "-o", "b.trips", "--language", "de", input: try ticket())
    #expect(german.status == 0, "\(german.errors)")
    #expect(try folder.run("show", "b.trips").text.contains("Genua → Palermo"))
  }

  @Test("A pass is imported, and an archive of KDE Itinerary has it again")
  func importing() throws {
    try ticket().write(to: folder.url.appending(path: "a.pkpass"))
    try folder.generate("a.trips", trips: 2)
    #expect(try folder.run("import", "a.pkpass", "--into", "a.trips").status == 0)
    let again = try folder.run("import", "a.pkpass", "--into", "a.trips")
    #expect(again.errors.contains("nothing has changed"), "\(again.errors)")
    #expect(try folder.run("convert", "a.trips", "-o", "b.itinerary").status == 0)
    let archive = try folder.bytes("b.itinerary")
    #expect(archive.firstRange(of: Data("passes/pass.example/Nw.pkpass".utf8)) != nil)
  }

  @Test("No document is written as a pass")
  func writing() throws {
    try folder.generate("a.trips", trips: 2)
    let command = try folder.run("convert", "a.trips", "-o", "a.pkpass")
    #expect(command.status == 64, "\(command.errors)")
  }
}
