// The protocol documents the members that conformances implement.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import DocumentTables
import Foundation

// The getters of common scalars read the column of their type. All other types, and all objects with
// unsaved values or observers, go through `Value`.

extension _PersistentValue {
  /// Leaves every value to the general way.
  public static func _$read(_ state: borrowing _ModelState, _ slot: Int) -> Self? { nil }
}

extension _PersistentValue where Self: FixedWidthInteger {
  public static func _$read(_ state: borrowing _ModelState, _ slot: Int) -> Self? {
    state.read(slot) { $0.integer(at: $1, column: $2) }.flatMap { Self(exactly: $0) }
  }
}

extension Bool {
  public static func _$read(_ state: borrowing _ModelState, _ slot: Int) -> Bool? {
    state.read(slot) { $0.bool(at: $1, column: $2) }
  }
}

extension Double {
  public static func _$read(_ state: borrowing _ModelState, _ slot: Int) -> Double? {
    state.read(slot) { $0.double(at: $1, column: $2) }
  }
}

extension String {
  public static func _$read(_ state: borrowing _ModelState, _ slot: Int) -> String? {
    state.read(slot) { $0.text(at: $1, column: $2) }
  }
}

extension Date {
  public static func _$read(_ state: borrowing _ModelState, _ slot: Int) -> Date? {
    state.read(slot) { $0.date(at: $1, column: $2) }
      .map { Date(timeIntervalSinceReferenceDate: $0) }
  }
}

extension UUID {
  public static func _$read(_ state: borrowing _ModelState, _ slot: Int) -> UUID? {
    state.read(slot) { $0.uuid(at: $1, column: $2) }.map { UUIDText.uuid(of: $0) }
  }
}
