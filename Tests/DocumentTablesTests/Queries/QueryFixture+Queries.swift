@testable import DocumentTables

extension QueryFixture {
  /// A random query over a hierarchy, of bounded depth.
  mutating func query(_ hierarchy: Int, depth: Int = 3) -> Query {
    if depth > 0, number(0..<3) > 0 {
      switch number(0..<5) {
      case 0: return .not(query(hierarchy, depth: depth - 1))
      case 1, 2: return .all((0..<number(1..<4)).map { _ in query(hierarchy, depth: depth - 1) })
      default: return .any((0..<number(1..<4)).map { _ in query(hierarchy, depth: depth - 1) })
      }
    }
    return leaf(hierarchy, depth: depth)
  }

  private mutating func leaf(_ hierarchy: Int, depth: Int) -> Query {
    let layout = schema.hierarchies[hierarchy]
    let queried = schema.queriedColumns[hierarchy]
    let numbers = numbers(hierarchy)
    let column = numbers.randomElement(using: &random) ?? 0
    let content = queried[column]
    switch number(0..<16) {
    case 0: return .constant(number(0..<2) == 0)
    case 1: return .kind(layout.entities.map { _ in number(0..<2) == 0 })
    case 2:
      return .keys(Set((0..<number(0..<9)).map { _ in .random(in: keyRange, using: &random) }))
    case 3: return .isNull(column: column)
    case 4:
      return .isOneOf(column: column, (0..<number(0..<4)).map { _ in value(content) })
    case 5, 6: return relationship(hierarchy, depth: depth)
    case 7, 8, 9:
      guard [.integer, .unsigned, .double, .uuid, .text].contains(content.storage),
        !content.hasOneSpelling || content.spelledOrder != nil
      else { break }
      return .range(column: column, ColumnRange(lower: bound(content), upper: bound(content)))
    case 10, 11, 12:
      if let column = numbers.filter({
        queried[$0].storage == .text && !queried[$0].hasOneSpelling
      }).randomElement(using: &random) {
        return .text(column: column, textTest())
      }
    default: break
    }
    return .equals(column: column, value(content))
  }

  /// The numbers of the columns, and of the members behind them.
  func numbers(_ hierarchy: Int) -> [Int] {
    (0..<schema.hierarchies[hierarchy].columns.count + 4)
      .filter(schema.queriedColumns[hierarchy].contains)
  }

  private mutating func bound(_ column: ColumnLayout) -> ColumnRange.Bound? {
    let value = value(column)
    return value.isNull ? nil : ColumnRange.Bound(value, isInclusive: number(0..<2) == 0)
  }

  mutating func textTest() -> TextTest {
    switch number(0..<5) {
    case 0: .hasPrefix(text())
    case 1: .hasSuffix(text())
    case 2: number(0..<3) == 0 ? .isEmpty : .contains(text())
    case 3: .count(0...number(0..<4))
    default: .contains(text())
    }
  }

  private mutating func relationship(_ hierarchy: Int, depth: Int) -> Query {
    let ends = schema.entities.flatMap { entity in
      entity.relationships.compactMap { schema.relationshipEnd(named: $0.name, of: entity.name) }
    }.filter { $0.hierarchy == hierarchy }
    guard let end = ends.randomElement(using: &random) else { return .constant(true) }
    let inner = query(end.destinationHierarchy, depth: max(0, depth - 2))
    guard end.relationship.isToMany else { return .reference(end, inner) }
    return switch number(0..<4) {
    case 0: .members(end, .every(inner))
    case 1: .members(end, .count(number(0..<2)...number(2..<4)))
    default: .members(end, .some(inner))
    }
  }
}
