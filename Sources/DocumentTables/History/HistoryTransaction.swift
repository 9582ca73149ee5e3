extension History {
  /// One save, as a history keeps it: when, by whom, and which objects changed (spec 11.4).
  ///
  /// Names are those of the schema in which the transaction was written; a migration does not change
  /// them.
  package struct Transaction: Hashable, Sendable {
    /// Objects of one entity to which the same happened.
    package struct Group: Hashable, Sendable {
      package enum Kind: String, Hashable, Sendable, CaseIterable {
        case insert, update, delete

        var rank: Int {
          switch self {
          case .insert: 0
          case .update: 1
          case .delete: 2
          }
        }
      }

      package var kind: Kind
      package var entity: String
      package var keys: HistoryKeys
      /// The properties that an update changed, in the order of the UTF-8 bytes of their names.
      package var properties: [String]
      /// Old values by property, in the order of the keys: of updates and deleted objects.
      package var old: [String: [Tree]]
      /// New values by property, in the order of the keys: of updates.
      package var new: [String: [Tree]]

      package init(
        _ kind: Kind, entity: String, keys: HistoryKeys, properties: [String] = [],
        old: [String: [Tree]] = [:], new: [String: [Tree]] = [:]
      ) {
        self.kind = kind
        self.entity = entity
        self.keys = keys
        self.properties = properties
        self.old = old
        self.new = new
      }

      /// Returns whether a group precedes another in a transaction.
      package static func precedes(_ left: Group, _ right: Group) -> Bool {
        if left.kind != right.kind { return left.kind.rank < right.kind.rank }
        if left.entity != right.entity { return utf8Precedes(left.entity, right.entity) }
        if left.properties != right.properties {
          return namesPrecede(left.properties, right.properties)
        }
        return namesPrecede(left.valueNames, right.valueNames)
      }

      private var valueNames: [String] { old.keys.sorted(by: utf8Precedes) }
    }

    /// From 1; never reused in a lineage.
    package var number: Int64
    /// Seconds since 2001-01-01T00:00:00Z, in whole milliseconds.
    package var time: Double
    package var author: String?
    /// The program and the process that saved.
    package var program: String?
    package var process: String?
    /// The model fingerprint of the schema whose names the transaction uses.
    package var schema: Digest
    package var groups: [Group]
    /// The key ranges in which objects changed that nobody recorded.
    package var unknown: [HistoryRange]
    /// The model fingerprint of the schema before a migration, of which the transaction is the record.
    package var migratedFrom: Digest?

    package init(
      number: Int64 = 0, time: Double, author: String? = nil, program: String? = nil,
      process: String? = nil, schema: Digest, groups: [Group] = [], unknown: [HistoryRange] = [],
      migratedFrom: Digest? = nil
    ) {
      self.number = number
      self.time = (time * 1000).rounded() / 1000
      self.author = author
      self.program = program
      self.process = process
      self.schema = schema
      self.groups = groups
      self.unknown = unknown
      self.migratedFrom = migratedFrom
    }

    /// The number of objects that the transaction names.
    package var keyCount: Int {
      groups.reduce(0) { $0.addingReportingOverflow($1.keys.count).partialValue }
    }

    /// Whether the transaction represents an unrecorded save that a comparison of digests found
    /// (spec 11.6).
    package var isGap: Bool { unknown.contains { $0.found != nil } }

    /// Returns the chained digest of the transaction: SHA-256 of the digest before it, then of its
    /// canonical JSON.
    func digest(after previous: Digest, canonical: [UInt8]) -> Digest {
      Digest(of: previous.bytes + canonical)
    }
  }
}

/// The keys of one hierarchy from `start` to `start + 2^bits − 1`.
package struct HistoryRange: Hashable, Sendable {
  package var hierarchy: String
  package var start: ObjectKey
  package var bits: Int
  /// The digest of the records that a gap has found in the range; nil elsewhere.
  ///
  /// Gaps of different contents are thereby different transactions.
  package var found: Digest?

  package init(hierarchy: String, start: ObjectKey, bits: Int, found: Digest? = nil) {
    self.hierarchy = hierarchy
    self.start = start
    self.bits = bits
    self.found = found
  }

  /// The greatest key; no overflow, because a range that was read ends below 2^53.
  var last: ObjectKey { start + (1 << Int64(bits)) - 1 }

  package static func precedes(_ left: HistoryRange, _ right: HistoryRange) -> Bool {
    left.hierarchy == right.hierarchy
      ? (left.start, left.bits) < (right.start, right.bits)
      : utf8Precedes(left.hierarchy, right.hierarchy)
  }

  /// Returns whether ranges ascend and have no key twice.
  static func areApart(_ ranges: [HistoryRange]) -> Bool {
    zip(ranges, ranges.dropFirst()).allSatisfy { left, right in
      precedes(left, right) && (left.hierarchy != right.hierarchy || left.last < right.start)
    }
  }

  /// Returns whether the range is one of a schema: its hierarchy is named by its root entity.
  func isRange(of schema: TableSchema) -> Bool {
    guard let entity = schema.entity(named: hierarchy) else { return false }
    return entity.superentity == nil && entity.name.utf8.elementsEqual(hierarchy.utf8)
  }
}

/// The digest of the records in a key range, independent of the document's form and encoding (spec
/// 11.6).
package struct HistoryContent: Hashable, Sendable {
  package var range: HistoryRange
  package var digest: Digest

  package init(range: HistoryRange, digest: Digest) {
    self.range = range
    self.digest = digest
  }
}
