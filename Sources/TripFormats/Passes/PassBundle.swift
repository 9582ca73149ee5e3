import CCrypto
import DocumentFile
import DocumentTables
import ZipArchive

/// The content of a pass in one language, read from its archive, and the differences between its files and its manifest.
struct PassBundle {
  /// The name of the content in the archive.
  static let content = "pass.json"

  let json: JSONValue
  /// The texts of the language by those of the content.
  private let texts: [String: String]
  private(set) var findings: [ImportReport.Finding] = []

  /// The type and the serial number identify a pass, also in its later versions.
  var type: String { json["passTypeIdentifier"]?.text ?? "" }
  var serialNumber: String { json["serialNumber"]?.text ?? "" }

  /// What the pass is, in words.
  var title: String { text(json["description"]) }

  /// Whether bytes begin an archive of which one of the first entries is that of a pass.
  static func begins(_ bytes: [UInt8]) -> Bool {
    // A document has its type first, and may have passes for attachments.
    guard let first = OtherArchive.firstName(bytes), first != "mimetype" else { return false }
    // The size of an entry may be stated behind it, so headers are found by their marks.
    for place in bytes.indices.dropLast(30) where bytes[place] == 0x50 {
      guard OtherArchive.begins(Array(bytes[place..<place + 4])) else { continue }
      let length = Int(bytes[place + 26]) | Int(bytes[place + 27]) << 8
      let name = String(decoding: bytes[(place + 30)...].prefix(length), as: UTF8.self)
      if name == content || name.hasSuffix(".lproj/pass.strings")
        || name.lowercased().hasSuffix(".pkpass")
      {
        return true
      }
    }
    return false
  }

  /// The most bytes of a pass or of all passes of a set: pictures and a few texts.
  static let mostBytes = 256 << 20

  /// Returns the limits of the archive of a pass.
  ///
  /// - Parameter bytes: The most bytes of its entries.
  static func limits(_ options: ImportOptions, bytes: Int = mostBytes) -> ZipLimits {
    var limits = options.limits.zip
    limits.maximumEntries = min(limits.maximumEntries, 10_000)
    limits.maximumTotalBytes = min(limits.maximumTotalBytes, bytes)
    return limits
  }

  /// - Throws: `not-a-document` for an archive that is no pass, the codes of JSON.
  init(_ archive: OtherArchive, _ options: ImportOptions) throws(DocumentError) {
    guard let content = archive.entries.first(where: { $0.name == Self.content })?.bytes else {
      throw DocumentError(.notADocument, "the archive has no \(Self.content), so it is no pass")
    }
    var budget = 100_000
    json = try JSONValue(FeatureText(content).bytes, &budget)
    guard case .object = json else {
      throw DocumentError(.notADocument, "\(Self.content) has no object, so it is no pass")
    }
    let suffix = ".lproj/pass.strings"
    let languages = archive.entries.compactMap { entry in
      entry.name.hasSuffix(suffix) && !entry.name.dropLast(suffix.count).contains("/")
        ? (name: String(entry.name.dropLast(suffix.count)), bytes: entry.bytes) : nil
    }
    let language = Self.language(of: languages.map(\.name), wanted: options.language)
    texts = languages.first { $0.name == language }.map { PassStrings.texts($0.bytes) } ?? [:]
    checkFiles(archive)
  }

  /// Returns the language in which a pass is read: the wanted one, English, or the first that it has.
  private static func language(of names: [String], wanted: String?) -> String? {
    func main(_ name: String) -> String {
      String(name.lowercased().prefix { $0 != "-" && $0 != "_" })
    }
    for name in [wanted, "en"].compactMap({ $0 }) {
      let exact = names.first {
        $0.lowercased().replacing("_", with: "-") == name.lowercased().replacing("_", with: "-")
      }
      if let found = exact ?? names.first(where: { main($0) == main(name) }) { return found }
    }
    return names.first
  }

  /// Returns a text of the content in the language; numbers as texts, nothing for other values.
  func text(_ value: JSONValue?) -> String {
    guard let text = value?.text else {
      if case .scalar(.double(let number))? = value { return "\(number)" }
      return ""
    }
    return (texts[text] ?? text).trimmingWhitespace
  }

  // MARK: Manifest

  /// Reports files that are not those of the manifest; a signature is nothing that this library can check.
  private mutating func checkFiles(_ archive: OtherArchive) {
    var budget = 20_000
    let manifest = archive.entries.first { $0.name == "manifest.json" }.flatMap {
      try? JSONValue($0.bytes, &budget)
    }
    guard case .object(let stated, _)? = manifest else {
      findings.append(.init(.fileDigest, entry: "manifest.json", "it states no digests"))
      return
    }
    let digests = Dictionary(stated.map { ($0.name, $0.value.text ?? "") }) { $1 }
    for entry in archive.entries where !["manifest.json", "signature"].contains(entry.name) {
      if digests[entry.name]?.lowercased() != Self.digest(of: entry.bytes) {
        findings.append(.init(.fileDigest, entry: entry.name))
      }
    }
    let names = Set(archive.entries.map(\.name))
    for name in digests.keys.sorted() where !names.contains(name) {
      findings.append(.init(.fileDigest, entry: name, "the pass has no such file"))
    }
    findings.append(
      .init(.signature, names.contains("signature") ? "" : "the pass has none"))
  }

  /// Returns the SHA-1 digest that manifests state.
  static func digest(of bytes: [UInt8]) -> String {
    // Bound: SHA1 reads `bytes.count` bytes and writes exactly SHA_DIGEST_LENGTH (20).
    let digest = [UInt8](unsafeUninitializedCapacity: 20) { buffer, count in
      bytes.withUnsafeBufferPointer { _ = SHA1($0.baseAddress, $0.count, buffer.baseAddress) }
      count = 20
    }
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
