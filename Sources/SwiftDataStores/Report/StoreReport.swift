import DocumentTables

/// What became of a store's content: which rows were read, which values are kept as data, and what is not
/// in the document.
public struct StoreReport: Sendable, Hashable {
  /// A group of rows of one table to which the same happened.
  public struct Finding: Sendable, Hashable {
    /// What happened.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A value that cannot be decoded. The property is nil, and the value is kept beside the object.
      case keptAsData
      /// A value of a column that no property of the model has; it is kept beside the object.
      case unknownColumn
      /// A reference to a row that is not there; the property is nil, or the list lacks it.
      case danglingReference
      /// A reference that contradicts the other end of its relationship; the property is nil.
      case contradiction
      /// A value that the model requires and the row lacks.
      case missingValue
      /// A constraint of the model that rows break, so the document's schema lacks it.
      case brokenConstraint
      /// A property of the model without a column.
      case missingColumn
      /// Rows that were not read.
      case unreadRow
      /// A table that no entity of the model has; its rows were not read.
      case unknownTable
      /// A part of the model that a document's schema cannot state.
      case changedSchema
      /// A part of the store's history that a document's history cannot state.
      case changedHistory
    }

    /// What happened.
    public var kind: Kind
    /// The table; empty for findings that concern none.
    public var table: String
    /// The column; nil for findings that concern a whole table.
    public var column: String?
    /// The entity; nil if the table says enough.
    public var entity: String?
    /// The property, or several, separated by commas.
    public var property: String?
    /// What was found, as a part of a sentence.
    public var detail: String
    /// The number of rows.
    public var count: Int
    /// The keys of the rows in the table (`Z_PK`), the first 1,000 of them.
    public var rows: [Int64]
  }

  /// Warnings about the store as a whole, such as a missing log.
  public private(set) var warnings: [String] = []
  /// The groups of rows that need attention, in the order of tables and columns.
  public private(set) var findings: [Finding] = []
  /// The objects of the document by entity, without those of subentities.
  public internal(set) var objects: [String: Int] = [:]
  /// How the keys of the document's objects are made of the rows' keys.
  public internal(set) var keys = StoreKeys(digits: 0, numbers: [:])
  /// The number of transactions and changes in the store's history; nil if the store keeps none.
  public internal(set) var history: (transactions: Int, changes: Int)? {
    get { transactions.map { ($0, changes) } }
    set {
      transactions = newValue?.transactions
      changes = newValue?.changes ?? 0
    }
  }
  private var transactions: Int?
  private var changes = 0
  /// Whether the store has no model, so that its tables were read as they are.
  public internal(set) var isWithoutModel = false
  /// The versions that the app states of the model.
  public internal(set) var modelVersions: [String] = []
  /// The version of the framework that wrote the store; nil if it is not stated.
  public internal(set) var frameworkVersion: Int64?

  static let mostRows = 1000
  private var places: [Place: Int] = [:]

  private struct Place: Hashable, Sendable {
    var kind: Finding.Kind
    var table: String
    var column: String?
    var entity: String?
    var property: String?
    var detail: String
  }

  init() {}

  /// The number of rows that were read.
  public var rowsRead: Int { objects.values.reduce(0, +) }

  mutating func warn(_ words: String) { warnings.append(words) }

  mutating func note(
    _ kind: Finding.Kind, table: String, column: String? = nil, entity: String? = nil,
    property: String? = nil, row: Int64? = nil, count: Int = 1, _ detail: String
  ) {
    let place = Place(
      kind: kind, table: table, column: column, entity: entity, property: property, detail: detail)
    // Details quote no values, so their number is that of the columns.
    if let index = places[place] {
      findings[index].count += count
      if let row, findings[index].rows.count < Self.mostRows { findings[index].rows.append(row) }
      return
    }
    places[place] = findings.count
    findings.append(
      Finding(
        kind: kind, table: table, column: column, entity: entity, property: property,
        detail: detail, count: count, rows: row.map { [$0] } ?? []))
  }

  mutating func merge(_ other: StoreReport) {
    warnings += other.warnings
    for finding in other.findings {
      note(
        finding.kind, table: finding.table, column: finding.column, entity: finding.entity,
        property: finding.property, count: finding.count, finding.detail)
      if let index = findings.indices.last { findings[index].rows += finding.rows }
    }
  }
}

/// The keys that rows have as objects of a document.
///
/// Rows of several tables have the same `Z_PK`, and keys of a document are from one counter. So in a store
/// with several hierarchies the last digits of a key are the entity number of its table:
///
///     Z_PK 12 in the table of entity 3, of 14 entities     1203
///
/// The rule depends on the model and not on the rows: two backups of one app have the same keys.
public struct StoreKeys: Sendable, Hashable {
  /// The number of digits behind `Z_PK`; zero if the store has one hierarchy.
  public let digits: Int
  /// The entity number of the root of each hierarchy; for tables without a model, a number of their own.
  public let numbers: [String: Int64]

  init(digits: Int, numbers: [String: Int64]) {
    self.digits = digits
    self.numbers = numbers
  }

  init(numbers: [String: Int64]) {
    let largest = numbers.values.max() ?? 0
    self.init(digits: numbers.count > 1 ? String(largest).utf8.count : 0, numbers: numbers)
  }

  /// The greatest key of a document (spec 5.1-6).
  static let largestKey: Int64 = (1 << 53) - 2

  private var factor: Int64 { (0..<digits).reduce(1) { product, _ in product * 10 } }

  /// Returns the key of a row; nil if a document can have no such key.
  public func key(ofRow row: Int64, hierarchy: String) -> Int64? {
    guard row > 0, let number = numbers[hierarchy] else { return nil }
    guard digits > 0 else { return row <= Self.largestKey ? row : nil }
    let (product, overflow) = row.multipliedReportingOverflow(by: factor)
    guard !overflow, product <= Self.largestKey - number else { return nil }
    return product + number
  }

  /// Returns the root entity and the row (`Z_PK`) of a key; nil if no row can have it.
  public func row(ofKey key: Int64) -> (hierarchy: String, row: Int64)? {
    guard digits > 0 else { return numbers.first.map { ($0.key, key) } }
    let number = key % factor
    return numbers.first { $0.value == number }.map { ($0.key, key / factor) }
  }
}

extension StoreReport.Finding: CustomStringConvertible {
  /// The place and what happened, such as `ZTRIP.ZNOTES, 2 rows (Z_PK 3, 8): …`.
  public var description: String {
    var text = [table, column].compactMap { $0 }.joined(separator: ".")
    if text.isEmpty { text = [entity, property].compactMap { $0 }.joined(separator: ".") }
    if !rows.isEmpty {
      let shown = rows.prefix(5).map(String.init).joined(separator: ", ")
      text += ", \(count == 1 ? "1 row" : "\(count) rows") (Z_PK \(shown)"
      text += count > 5 ? ", …)" : ")"
    } else if count > 1 {
      text += ", \(count) rows"
    }
    return text + ": " + detail
  }
}
