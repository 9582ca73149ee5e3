/// The types whose values tables compare in the same way as Swift.
enum ColumnComparison {
  static func isDirect(_ type: Any.Type) -> Bool {
    if let optional = type as? any OptionalType.Type { return isDirect(optional.wrappedType) }
    return directTypes.contains(ObjectIdentifier(type))
  }

  private static let directTypes: Set<ObjectIdentifier> = [
    ObjectIdentifier(Bool.self), ObjectIdentifier(Int.self), ObjectIdentifier(Int8.self),
    ObjectIdentifier(Int16.self), ObjectIdentifier(Int32.self), ObjectIdentifier(Int64.self),
    ObjectIdentifier(UInt.self), ObjectIdentifier(UInt8.self), ObjectIdentifier(UInt16.self),
    ObjectIdentifier(UInt32.self), ObjectIdentifier(UInt64.self), ObjectIdentifier(Double.self),
    ObjectIdentifier(Float.self), ObjectIdentifier(Decimal.self), ObjectIdentifier(String.self),
    ObjectIdentifier(Date.self), ObjectIdentifier(UUID.self), ObjectIdentifier(Data.self),
    ObjectIdentifier(CalendarDay.self), ObjectIdentifier(ZonedTime.self),
  ]
}
