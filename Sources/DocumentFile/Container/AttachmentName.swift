import DocumentTables
import ZipArchive

/// The names of attachments, the only parts of other programs (spec 3.10).
enum AttachmentName {
  /// Returns whether a name is `attachments/`, a reverse-DNS name, `/` and something behind it,
  /// without controls that show it in another order.
  ///
  /// Every other name is reserved for the format.
  static func isValid(_ name: String) -> Bool {
    let path = name.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard path.count == 3, path[0] == "attachments", ReverseDNSName.isValid(path[1]) else {
      return false
    }
    return !path[2].isEmpty && !name.unicodeScalars.contains(where: isDirectional)
  }

  /// The scalars that embed, override or isolate a direction: with them `gpj.exe` is shown as
  /// `exe.jpg`.
  private static func isDirectional(_ scalar: Unicode.Scalar) -> Bool {
    (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  /// Returns a name as file systems compare it: without differences of case and of normal form.
  ///
  /// It is equal for the names whose NFC forms have full case foldings with one NFC form, and for no
  /// others.
  static func folded(_ name: String) -> String {
    // Most names are ASCII, where the mappings below change the case of letters only, and archives have many.
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
    var folded = String.UnicodeScalarView()
    for scalar in NormalizedText.form(of: name).unicodeScalars {
      // The only scalar that folds to itself and has an upper case with another folding.
      if scalar.value == 0x131 {
        folded.append(scalar)
        continue
      }
      // The standard library has no foldings. These mappings in turn make the same texts equal.
      let upper = scalar.properties.lowercaseMapping.unicodeScalars.map(
        \.properties.uppercaseMapping)
      for scalar in upper.joined().unicodeScalars {
        folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return NormalizedText.form(of: String(folded))
  }
}

/// The names of the attachments of one document.
package struct AttachmentNames {
  private var folded: Set<String> = []

  package init() {}

  /// Takes a name; false if no attachment can have it, or if another one has a name that file systems may not
  /// tell from it.
  package mutating func take(_ name: String) -> Bool {
    EntryName.problem(in: name) == nil
      && name.utf8.count <= ZipLimits.standard.maximumNameBytes && AttachmentName.isValid(name)
      && folded.insert(AttachmentName.folded(name)).inserted
  }
}
