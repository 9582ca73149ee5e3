import DocumentFile
import DocumentTables
import Foundation
import TripPages

/// The groups of objects of an entity that meet conditions, in order.
struct ObjectGroups {
  /// A property or an aggregate, by its words.
  private struct Field {
    let name: String
    let attribute: TableAttribute
    var isAverage = false
  }

  /// The value of a field in one group.
  private enum Cell {
    case value(Value)
    case count(Int)
    case total(ValueTotal)
  }

  private let keys: [Field]
  private let aggregates: [Field]
  private var rows: [[Cell]]

  /// - Parameters:
  ///   - objects: All objects of the entity.
  ///   - sort: The words of a key or an aggregate, or `count`; nil for the order of the keys.
  ///   - first: The maximum number of groups.
  ///   - related: Returns all objects of an entity that these refer to.
  /// - Throws: ``CommandFailure`` for words that name no property, or one that cannot be used so.
  init(
    of entity: String, in objects: Tables, where conditions: [ObjectFilter],
    _ options: GroupingOptions, sortedBy sort: String?, reverse: Bool, first: Int?,
    related: @escaping GroupedProperties.Related
  ) throws {
    let properties = GroupedProperties(entity: entity, tables: objects, related: related)
    let (hierarchy, query) = try ObjectList.query(entity, in: objects.schema, where: conditions)
    var keys = try options.keys.map { try properties.property($0) }
    var aggregates: [(function: GroupFunction, property: GroupedProperty)] = []
    for (function, words) in options.aggregates {
      let property = try properties.property(words)
      try Self.check(function, property)
      aggregates.append((function, property))
    }
    // Amounts of different currencies must not be added or compared.
    for property in keys + aggregates.map(\.property) {
      guard let currency = property.currency, !keys.contains(where: { $0.name == currency }) else {
        continue
      }
      keys.append(try properties.property(currency))
    }
    let groups = try Self.groups(
      try objects.rows(of: hierarchy, where: query), of: hierarchy, in: objects, keys, aggregates)
    self.keys = keys.map { Field(name: $0.name, attribute: $0.attribute) }
    self.aggregates =
      [Field(name: "count", attribute: TableAttribute(name: "count", type: .scalar(.int64)))]
      + aggregates.map { function, property in
        Field(
          name: "\(function.rawValue)(\(property.name))", attribute: property.attribute,
          isAverage: function == .average)
      }
    rows = (0..<groups.count).map { group in
      keys.indices.map { .value(groups.key($0, of: group)) }
        + (0...aggregates.count).map { aggregate in
          switch groups.result(aggregate, of: group) {
          case .count(let count): .count(count)
          case .value(let value): .value(value)
          case .total(let total): .total(total)
          }
        }
    }
    if let sort { try self.sort(by: sort) }
    if reverse { rows.reverse() }
    if let first { rows = Array(rows.prefix(first)) }
  }

  private static func check(_ function: GroupFunction, _ property: GroupedProperty) throws {
    guard function == .sum || function == .average, case .scalar(let type) = property.attribute.type
    else { return }
    switch type {
    case .float, .double, .decimal, .uint64: return
    default:
      guard type.integerRange == nil else { return }
      throw UsageError.failure(
        "tripconv list",
        "--\(function.rawValue) takes numbers; \(property.name) is \(type.words)")
    }
  }

  private static func groups(
    _ selection: RowSelection, of hierarchy: Int, in tables: Tables, _ keys: [GroupedProperty],
    _ aggregates: [(function: GroupFunction, property: GroupedProperty)]
  ) throws -> RowGroups {
    var start = 0
    let groupKeys = keys.map { key -> RowGroups.Key in
      let columns = start..<start + key.sources.count
      start = columns.upperBound
      return RowGroups.Key(key.layout, columns: columns, compute: key.compute)
    }
    let values = aggregates.map { _, property -> GroupedSource in
      guard let compute = property.compute else { return property.sources[0] }
      let segments = tables.tables[hierarchy].segments
      return .computed(property.layout) { location in
        let segment = segments[location.segment]
        return compute(
          property.sources.map { source in
            guard case .column(let column) = source else { return .null }
            return segment.value(at: location.row, column: column)
          })
      }
    }
    return try RowGroups(
      try tables.groupedRows(
        selection, of: hierarchy, keys: keys.flatMap(\.sources), values: values),
      by: groupKeys,
      [RowAggregate()]
        + aggregates.enumerated().map { position, aggregate in
          RowAggregate(aggregate.function.row, of: position, aggregate.property.layout)
        })
  }

  // MARK: Order

  private mutating func sort(by words: String) throws {
    let fields = keys + aggregates
    guard let field = fields.firstIndex(where: { $0.name == words }) else {
      throw UsageError.failure(
        "tripconv list",
        RequestedEntity.unknown(words, kind: "column", among: fields.map(\.name)))
    }
    let layout = ColumnLayout(
      name: words, entity: "", content: .attribute(fields[field].attribute))
    rows = rows.enumerated().sorted { left, right in
      let order = Self.order(
        left.element[field], right.element[field], layout, isAverage: fields[field].isAverage)
      return order == 0 ? left.offset < right.offset : order < 0
    }.map(\.element)
  }

  private static func order(
    _ left: Cell, _ right: Cell, _ layout: ColumnLayout, isAverage: Bool
  ) -> Int {
    switch (left, right) {
    case (.count(let left), .count(let right)): left < right ? -1 : right < left ? 1 : 0
    case (.value(let left), .value(let right)):
      ColumnOrder(column: 0).compare(left, right, in: layout)
    case (.total(let left), .total(let right)):
      order(number(left, isAverage), number(right, isAverage))
    default: 0
    }
  }

  /// Compares numbers; nil and then NaN come first.
  private static func order(_ left: Decimal?, _ right: Decimal?) -> Int {
    guard let left, let right else { return (left == nil ? 0 : 1) - (right == nil ? 0 : 1) }
    if left.isNaN || right.isNaN { return (left.isNaN ? 0 : 1) - (right.isNaN ? 0 : 1) }
    return left < right ? -1 : right < left ? 1 : 0
  }

  /// Returns a sum or an average for comparisons; nil for an average of nothing.
  private static func number(_ total: ValueTotal, _ isAverage: Bool) -> Decimal? {
    if isAverage, total.count == 0 { return nil }
    let sum =
      switch total.sum {
      case .integer(let sum): Decimal(string: "\(sum)") ?? .nan
      case .double(let sum): Decimal(sum)
      case .decimal(let sum): sum.decimal ?? .nan
      }
    return isAverage ? sum / Decimal(total.count) : sum
  }

  // MARK: Output

  /// The names of the keys and aggregates.
  var heading: [String] { (keys + aggregates).map(\.name) }

  /// The lines for people; a key without a value is `(none)`.
  func lines(heading color: TerminalColor?) -> [String] {
    ObjectTable(
      heading: heading.map { DocumentError.printable($0.uppercased()) },
      rows: rows.map { row in
        zip(row, keys + aggregates).enumerated().map { position, cell in
          let text = DocumentError.printable(text(cell.0, cell.1, isRounded: true))
          return text.isEmpty && position < keys.count ? "(none)" : text
        }
      }
    ).lines(heading: color)
  }

  /// The cells of each group; a cell without a value is empty.
  var cells: [[String]] {
    rows.map { zip($0, keys + aggregates).map { text($0, $1, isRounded: false) } }
  }

  /// The groups for JSON.
  var trees: [Tree] {
    rows.map { row in
      func members(_ fields: [Field], _ cells: ArraySlice<Cell>) -> Tree {
        .members(
          Dictionary(
            zip(fields, cells).map { ($0.name, tree($1, $0)) },
            uniquingKeysWith: { first, _ in first }
          ))
      }
      return .members([
        "keys": members(keys, row.prefix(keys.count)),
        "values": members(aggregates, row.dropFirst(keys.count)),
      ])
    }
  }

  private func text(_ cell: Cell, _ field: Field, isRounded: Bool) -> String {
    switch cell {
    case .count(let count): return String(count)
    case .value(let value):
      return ObjectMoment(value, field.attribute.type)?.short
        ?? ValueWords.short(value, field.attribute)
    case .total(let total):
      guard field.isAverage else {
        return switch total.sum {
        case .integer(let sum): "\(sum)"
        case .double(let sum): FloatingPointText.text(sum)
        case .decimal(let sum): sum.text
        }
      }
      guard let average = Self.number(total, true) else { return "" }
      return average.isNaN ? "NaN" : DecimalText.text(isRounded ? average.rounded : average)
    }
  }

  private func tree(_ cell: Cell, _ field: Field) -> Tree {
    switch cell {
    case .count(let count): return .integer(Int64(count))
    case .value(let value): return ValueWords.json(value, field.attribute.type)
    case .total(let total):
      if field.isAverage, total.count == 0 { return .null }
      switch total.sum {
      case .integer(let sum) where !field.isAverage:
        return Int64(exactly: sum).map { ValueWords.json(.integer($0), .scalar(.int64)) }
          ?? .text("\(sum)")
      case .integer(let sum):
        return ValueWords.json(.double(Double(sum) / Double(total.count)), .scalar(.double))
      case .double(let sum):
        return ValueWords.json(
          .double(field.isAverage ? sum / Double(total.count) : sum), .scalar(.double))
      case .decimal(let sum) where !field.isAverage: return .text(sum.text)
      case .decimal: return .text(text(cell, field, isRounded: false))
      }
    }
  }
}

extension GroupFunction {
  fileprivate var row: RowAggregate.Function {
    switch self {
    case .distinct: .distinctCount
    case .min: .minimum(.natural)
    case .max: .maximum(.natural)
    case .sum, .average: .total
    }
  }
}

extension Decimal {
  /// The number with at most six digits behind the point.
  fileprivate var rounded: Decimal {
    var (number, result) = (self, Decimal())
    NSDecimalRound(&result, &number, 6, .plain)
    return result
  }
}
