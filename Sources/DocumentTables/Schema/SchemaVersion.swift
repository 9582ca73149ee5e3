/// The version of a document's schema: three numbers, compared in order.
package struct SchemaVersion: Hashable, Comparable, Sendable {
  package var major: Int
  package var minor: Int
  package var patch: Int

  package init(_ major: Int, _ minor: Int, _ patch: Int) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Reads `major.minor.patch`: three decimal numbers of at most nine digits, without leading
  /// zeros.
  package init?(text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard (1...9).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) }),
        part == "0" || part.first != "0", let number = Int(part)
      else { return nil }
      numbers.append(number)
    }
    self.init(numbers[0], numbers[1], numbers[2])
  }

  package var text: String { "\(major).\(minor).\(patch)" }

  package static func < (left: SchemaVersion, right: SchemaVersion) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}
