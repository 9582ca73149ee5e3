import DocumentTables
import ZipArchive

/// The names of attachments, the only parts of other programs (spec 3.10).
enum AttachmentName {
  /// Returns whether a name is `attachments/`, a reverse-DNS name, `/` and something behind it,
  /// without controls that show it in another order.
  ///
  /// Every other name is reserved for the format.
  static func isValid(_ name: String) -> Bool {
    // A combining mark behind a separator belongs to the name that follows it.
    let path = name.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: false)
    guard path.count == 3, path[0].elementsEqual("attachments".utf8),
      ReverseDNSName.isValid(Substring(path[1]))
    else { return false }
    return !path[2].isEmpty && !name.unicodeScalars.contains(where: isDirectional)
  }

  /// Returns whether an attachment can have a name if no other one has it.
  static func isPossible(_ name: String) -> Bool {
    EntryName.problem(in: name) == nil
      && name.utf8.count <= ZipLimits.standard.maximumNameBytes && isValid(name)
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

/// The names of the attachments of one document, in their order.
package struct AttachmentNames {
  /// A name that an attachment cannot have because of another one's.
  struct Conflict: Hashable {
    /// The position of the name.
    var index: Int
    /// The position of the other name.
    var other: Int
    /// Whether the name is that of a folder with the other; else file systems may not tell the two apart.
    var isFolder: Bool
  }

  private let names: [String]

  package init(_ names: some Sequence<String>) {
    self.names = Array(names)
  }

  /// The positions of the names that a document can have together.
  package var possible: [Int] {
    let valid = names.indices.filter { AttachmentName.isPossible(names[$0]) }
    let refused = Set(AttachmentNames(valid.map { names[$0] }).conflicts.map { valid[$0.index] })
    return valid.filter { !refused.contains($0) }
  }

  /// Returns what a folder has: the names of its files and folders, as file systems compare them.
  ///
  /// - Parameter folder: The name of the folder, with the separator at its end.
  package func entries(of folder: String) -> Set<String> {
    let folder = Array(AttachmentName.folded(folder).utf8)
    return Set(
      names.compactMap { name in
        let form = AttachmentName.folded(name).utf8
        guard form.starts(with: folder) else { return nil }
        return String(
          decoding: form.dropFirst(folder.count).prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
      })
  }

  /// The conflicts, by position.
  ///
  /// Without the names at these positions there are none.
  ///
  /// Complexity: O(*n* log *n*) comparisons. A set of all folders would need memory for each level of each name.
  var conflicts: [Conflict] {
    // The separator becomes the least byte, so all names in a folder directly follow its own.
    let forms = names.map { name in
      AttachmentName.folded(name).utf8.map { $0 == UInt8(ascii: "/") ? 0 : $0 }
    }
    let order = forms.indices.sorted {
      forms[$0] == forms[$1] ? $0 > $1 : forms[$0].lexicographicallyPrecedes(forms[$1])
    }
    var conflicts: [Conflict] = []
    var kept: Int?
    for index in order.reversed() {
      let form = forms[index]
      guard let other = kept, forms[other].starts(with: form),
        forms[other].count == form.count || forms[other][form.count] == 0
      else {
        kept = index
        continue
      }
      conflicts.append(
        Conflict(index: index, other: other, isFolder: forms[other].count > form.count))
    }
    return conflicts.sorted { $0.index < $1.index }
  }
}
