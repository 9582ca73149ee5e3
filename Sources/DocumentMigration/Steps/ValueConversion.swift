import DocumentTables

/// The conversion of a value from an old column to a new one.
struct ValueConversion: Hashable, Sendable {
  /// The type to convert to; nil if values keep their form and fit.
  var type: AttributeType?
  /// The conversion of a structure to another version of it; nil if values are of no structure or stay.
  var structure: StructureConversion?
  /// The structure whose values become trees; nil if they do not.
  var unfolded: TableStructure?
  /// The values that have other names in the new column; nil if all keep theirs.
  var renaming: ValueRenaming?
  /// The value that replaces nil; nil if nil is kept.
  var filling: Value?
  /// The allowed values; nil if all values are allowed, or if other values are refused instead of
  /// replaced.
  var cases: Set<Value>?
  /// The replacement for a value that is not allowed.
  var replacement = Value.null
  /// Whether the new column has another storage.
  var changesStorage = false

  var isNeeded: Bool { replacesValues || filling != nil }
  /// Whether a value that is not nil may become another.
  fileprivate var replacesValues: Bool {
    type != nil || cases != nil || renaming != nil || renamesMembers
  }
  private var renamesMembers: Bool {
    structure?.members.contains { $0.conversion.renaming != nil } ?? false
  }
  /// Whether a column may have a value that becomes another; false only if it has none.
  func concerns(_ column: Column) -> Bool {
    guard isNeeded else { return false }
    guard type == nil, cases == nil, filling == nil else { return true }
    let renamings = [renaming] + (structure?.members.map(\.conversion.renaming) ?? [])
    return renamings.contains { $0?.mayConcern(column) ?? false }
  }

  func convert(_ value: Value) -> Value {
    var value = value
    if case .tree(let tree) = value, let structure {
      value = .tree(structure.convert(tree))
    } else if case .tree(let tree) = value, let unfolded {
      value = .tree(unfolded.unfolded(tree))
    } else if let type {
      value = Self.nearest(value, of: type)
    }
    if let renaming { value = renaming.renamed(value) }
    if let cases, !value.isNull, !cases.contains(value) { value = replacement }
    if let filling, value.isNull { value = filling }
    return value
  }

  /// Returns the value of a type that is nearest to a value of a wider or narrower type.
  static func nearest(_ value: Value, of type: AttributeType) -> Value {
    switch (type, value) {
    case (.scalar(let type), _): nearest(value, of: type)
    case (.structure(let structure), .tree(let tree)): .tree(structure.nearest(to: tree))
    case (.array(let element, let isNullable), .array(let values)):
      .array(
        values.map { item in
          item.isNull && !isNullable
            ? AttributeType.scalar(element).blank : nearest(item, of: element)
        })
    case (.dictionary(_, let element, false), .tree(.object(let members))):
      .tree(
        .object(
          members.map { member in
            TreeMember(
              member.name,
              member.value.isNull
                ? Tree(AttributeType.scalar(element).blank, of: .scalar(element)) : member.value)
          }))
    default: value
    }
  }

  private static func nearest(_ value: Value, of type: ScalarType) -> Value {
    if case .date(let seconds) = value, type == .day {
      return .integer(DateOfDay.day(of: seconds))
    }
    if case .integer(let day) = value, type == .date { return .date(DateOfDay.midnight(of: day)) }
    // A time of an unknown zone gets UTC; a time at a place has the same text in both types.
    if type == .zonedTime, case .text(let text) = value {
      return (try? ClockTimeText(text)).map { .text($0.zoned.text) } ?? value
    }
    if let range = type.integerRange {
      switch value {
      case .integer(let number):
        return .integer(min(max(number, range.lowerBound), range.upperBound))
      case .unsigned(let number):
        return .integer(min(Int64(clamping: number), range.upperBound))
      case .double(let number):
        return .integer(nearest(number, in: range))
      default: return value
      }
    }
    switch (type, value) {
    case (.uint64, .integer(let number)): return .unsigned(UInt64(clamping: number))
    case (.double, .integer(let number)): return .double(Double(number))
    case (.float, .integer(let number)): return .double(Double(Float(number)))
    case (.float, .double(let number)): return .double(nearestFloat(number))
    default: return value
    }
  }

  /// Returns the nearest integer in a range; rounds halves away from zero and treats NaN as 0.
  private static func nearest(_ number: Double, in range: ClosedRange<Int64>) -> Int64 {
    guard !number.isNaN else { return min(max(0, range.lowerBound), range.upperBound) }
    let rounded = number.rounded()
    if let exact = Int64(exactly: rounded) {
      return min(max(exact, range.lowerBound), range.upperBound)
    }
    return rounded < 0 ? range.lowerBound : range.upperBound
  }

  /// Returns the nearest `Float`; finite numbers stay finite.
  private static func nearestFloat(_ number: Double) -> Double {
    let float = Float(number)
    guard float.isInfinite, number.isFinite else { return Double(float) }
    return Double(number < 0 ? -Float.greatestFiniteMagnitude : .greatestFiniteMagnitude)
  }
}

extension ValueConversion {
  /// The conversion of the values of an attribute to those of one that continues it.
  init(from: TableAttribute, to: TableAttribute, _ way: MigrationStep.Way) {
    self.init()
    add(from, to, way)
  }

  /// Adds what the values of an attribute need to become those of one that continues it.
  mutating func add(_ from: TableAttribute, _ to: TableAttribute, _ way: MigrationStep.Way) {
    if from.type.storage != to.type.storage { changesStorage = true }
    if from.type.storage != to.type.storage
      || from.type != to.type && !from.type.widens(to: to.type)
    {
      type = to.type
    }
    switch (from.type, to.type) {
    case (.structure(let old), .structure(let new)) where old != new:
      structure = StructureMatching(from: old, to: new, way).map { StructureConversion($0, way) }
    case (.structure(let structure), .tree): unfolded = structure
    default: break
    }
    if from.isNullable, !to.isNullable { filling = to.filling(way) }
    if way == .back, let cases = to.cases, from.cases != to.cases {
      self.cases = Set(cases)
      replacement = to.replacementForOtherCase()
    }
  }
}

extension ValueConversion {
  /// Adds a rule for the values of the column, or for a member of its structures.
  ///
  /// - Parameter type: The type of the attribute before; a structure may stay as it is.
  mutating func add(
    _ renaming: ValueRenaming, member: String?, from type: AttributeType, _ way: MigrationStep.Way
  ) {
    guard let member else {
      self.renaming = renaming
      return
    }
    if structure == nil, self.type == nil, case .structure(let old) = type {
      structure = StructureMatching(from: old, to: old, way).map { StructureConversion($0, way) }
    }
    structure?.rename(renaming, member, way)
  }
}

extension Column {
  /// Returns the converted column, or the column itself if no value changes.
  func converted(_ conversion: ValueConversion, to layout: ColumnLayout) -> Column {
    guard conversion.concerns(self) else { return self }
    if case .constant(let value, let count) = self {
      return .constant(conversion.convert(value), count: count)
    }
    let isOnlyFilled = !conversion.replacesValues
    if isOnlyFilled, !mayHoldNull { return self }
    if !conversion.changesStorage {
      let isUnchanged = (0..<count).allSatisfy { row in
        if isOnlyFilled { return !isNull(at: row) }
        let value = value(at: row)
        return conversion.convert(value) == value
      }
      if isUnchanged { return self }
    }
    let builder = layout.makeBuilder(expectedRows: count)
    for row in 0..<count {
      if isOnlyFilled, !isNull(at: row) {
        builder.append(self, rows: row..<row + 1)
      } else {
        builder.append(conversion.convert(value(at: row)))
      }
    }
    return builder.finish()
  }
}
