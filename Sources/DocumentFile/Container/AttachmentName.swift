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
}

extension AttachmentNames {
  /// The positions of the names that a document can have together.
  package var possible: [Int] {
    let valid = names.indices.filter { AttachmentName.isPossible(names[$0]) }
    let refused = Set(AttachmentNames(valid.map { names[$0] }).conflicts.map { valid[$0.index] })
    return valid.filter { !refused.contains($0) }
  }
}
