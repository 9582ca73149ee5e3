/// The names of the attachments of one document, in their order.
package struct AttachmentNames {
  /// A name that an attachment cannot have because of another one's.
  package struct Conflict: Hashable, Sendable {
    /// The position of the name.
    package var index: Int
    /// The position of the other name.
    package var other: Int
    /// Whether the name is that of a folder with the other; else file systems may not tell the two apart.
    package var isFolder: Bool
  }

  package let names: [String]

  package init(_ names: some Sequence<String>) {
    self.names = Array(names)
  }

  /// Returns what a folder has: the names of its files and folders, as file systems compare them.
  ///
  /// - Parameter folder: The name of the folder, with the separator at its end.
  package func entries(of folder: String) -> Set<String> {
    let folder = Array(Self.folded(folder).utf8)
    return Set(
      names.compactMap { name in
        let form = Self.folded(name).utf8
        guard form.starts(with: folder) else { return nil }
        return String(
          decoding: form.dropFirst(folder.count).prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
      })
  }

  /// The conflicts, by position: names of folders, and the later ones of equal names.
  ///
  /// Without the names at these positions there are none.
  ///
  /// Complexity: O(*n* log *n*) comparisons. A set of all folders would need memory for each level of each name.
  package var conflicts: [Conflict] {
    let forms = self.forms
    var conflicts: [Conflict] = []
    var kept: Int?
    // The names in a folder precede that of the folder.
    for index in Self.order(of: forms, by: { $1.lexicographicallyPrecedes($0) }) {
      guard let other = kept, Self.contains(forms[index], forms[other]) else {
        kept = index
        continue
      }
      conflicts.append(
        Conflict(index: index, other: other, isFolder: forms[other].count > forms[index].count))
    }
    return conflicts.sorted { $0.index < $1.index }
  }

  /// The names that are in a folder with another's name or, but for case, are an earlier one, by position.
  ///
  /// Each comes with the outermost such name. Without the names at these positions there are no conflicts.
  ///
  /// Complexity: O(*n* log *n*) comparisons.
  package var contained: [(index: Int, by: Int)] {
    let forms = self.forms
    var contained: [(index: Int, by: Int)] = []
    var kept: Int?
    for index in Self.order(of: forms, by: { $0.lexicographicallyPrecedes($1) }) {
      if let other = kept, Self.contains(forms[other], forms[index]) {
        contained.append((index, other))
      } else {
        kept = index
      }
    }
    return contained.sorted { $0.index < $1.index }
  }

  /// The names as file systems compare them, with the least byte as the separator, so that all names in a folder
  /// directly follow its own.
  private var forms: [[UInt8]] {
    names.map { name in Self.folded(name).utf8.map { $0 == UInt8(ascii: "/") ? 0 : $0 } }
  }

  /// Returns the positions in an order of forms; those of equal forms ascend.
  private static func order(
    of forms: [[UInt8]], by precedes: ([UInt8], [UInt8]) -> Bool
  ) -> [Int] {
    forms.indices.sorted {
      forms[$0] == forms[$1] ? $0 < $1 : precedes(forms[$0], forms[$1])
    }
  }

  /// Returns whether a name is equal to another one, or in a folder of its name.
  private static func contains(_ folder: [UInt8], _ form: [UInt8]) -> Bool {
    form.starts(with: folder) && (form.count == folder.count || form[folder.count] == 0)
  }

  /// Returns a name as file systems compare it: without differences of case and of normal form.
  ///
  /// It is equal for the names whose NFC forms have full case foldings with one NFC form, and for no
  /// others.
  package static func folded(_ name: String) -> String {
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
