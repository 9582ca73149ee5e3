/// The expanded name of an element or attribute (Namespaces in XML 1.0, section 2.1).
package struct XMLName: Sendable {
  /// The name of the namespace, empty if there is none.
  package let namespace: String
  package let local: String

  package init(namespace: String = "", local: String) {
    self.namespace = namespace
    self.local = local
  }

  /// Whether `text` is an NCName: a name without a colon (XML 1.0, 5th edition, productions 4 and
  /// 4a).
  package static func isNCName(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, isNameStart(first) else { return false }
    return text.unicodeScalars.dropFirst().allSatisfy { isNameStart($0) || isNameRest($0) }
  }

  private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
      0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF,
      0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      true
    default: false
    }
  }

  /// Whether a scalar is allowed in a name, but not at its beginning.
  private static func isNameRest(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: false
    }
  }
}

/// Names are equal scalar by scalar; comparing strings would treat canonically equivalent names as
/// equal.
extension XMLName: Hashable {
  package static func == (left: XMLName, right: XMLName) -> Bool {
    left.local.utf8.elementsEqual(right.local.utf8)
      && left.namespace.utf8.elementsEqual(right.namespace.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in local.utf8 { hasher.combine(byte) }
    hasher.combine(0xFF as UInt8)
    for byte in namespace.utf8 { hasher.combine(byte) }
  }
}

extension XMLName: CustomStringConvertible {
  package var description: String {
    namespace.isEmpty ? local : "{\(namespace)}\(local)"
  }
}
