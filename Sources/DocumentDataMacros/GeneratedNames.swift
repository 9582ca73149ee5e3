import SwiftSyntax

/// Names of generated members that contain the name of the class, so that they differ from those of
/// its superclass.
struct GeneratedNames {
  /// The name of the class, as written.
  let name: String
  /// The box of new and changed values of the properties that this class declares.
  let values: String
  /// The positions of the properties that this class declares, named like their markers, and
  /// `base`, the number of properties of all superclasses.
  let slots: String

  init(_ declaration: ClassDeclSyntax) {
    self.name = declaration.name.text
    let name = declaration.name.nameWithoutBackticks
    values = "_$values_\(name)"
    slots = "_$Slot_\(name)"
  }
}
