import SwiftSyntax

/// Names of generated members that hold the class's own name, so that those of a class and of its
/// superclass do not meet.
struct GeneratedNames {
  /// The class's own name, as it is written.
  let name: String
  /// The box of new and changed values of this class's own properties.
  let values: String
  /// The positions of this class's own properties, named like their markers, and `base`, the number
  /// of properties that all superclasses have.
  let slots: String

  init(_ declaration: ClassDeclSyntax) {
    self.name = declaration.name.text
    let name = declaration.name.nameWithoutBackticks
    values = "_$values_\(name)"
    slots = "_$Slot_\(name)"
  }
}
