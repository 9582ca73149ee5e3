import DocumentTables

/// A recorder of losses, with their reasons and guards.
struct LossWriter {
  /// A kind of rows that share their groups, which are looked up once.
  private struct RowKind: Hashable {
    let hierarchy: Int
    /// The column; −1 if the loss is not a column's value.
    let column: Int
    let entity: UInt16
    let olderHierarchy: Int
    let olderEntity: UInt16
  }

  /// The source and older entity for rows of one kind, and the groups of their losses.
  private struct Context {
    let source: DowngradedRows.Source?
    let olderEntity: String?
    var groups: [(kind: LossKind, reason: LossReason, isRecoverable: Bool, group: Int)] = []
  }

  private let schema: TableSchema
  private let stage: LossStage
  let counterparts: StageCounterparts
  private var older: DowngradedRows
  private var collector = LossCollector()
  private var contexts: [Context] = []
  private var contextIndexes: [RowKind: Int] = [:]
  /// The context used last, because neighbouring losses are usually of one kind.
  private var lastContext: (kind: RowKind, index: Int)?
  /// The older hierarchy to search first for objects, by hierarchy and discriminator.
  private let hints: [[Int?]]

  init(_ schema: TableSchema, _ downgraded: Tables, _ counterparts: StageCounterparts) {
    self.schema = schema
    self.counterparts = counterparts
    stage = LossStage(from: schema, to: downgraded.schema)
    older = DowngradedRows(downgraded)
    hints = schema.hierarchies.map { counterparts.olderHierarchies(of: $0, schema, downgraded) }
  }

  consuming func finish() -> Losses { collector.finish() }

  mutating func addValue(
    _ column: ComparedColumn, _ tables: Tables, _ segment: Segment, _ row: Int
  ) {
    let value = column.tree(in: tables, segment, row)
    let key = segment.keys[row]
    let place = place(of: key, column.hierarchy, segment.entities[row])
    let kind = rowKind(column.hierarchy, column.index, segment.entities[row], place)
    let source = contexts[context(kind, column)].source
    var guardValue: Tree?
    if let place, let source { guardValue = older.tree(source, key, at: place) }
    let reason = reason(column, source, value, guardValue)
    append(
      .value, reason, kind, key, value: value, guard: guardValue, property: column.layout.name,
      isRecoverable: column.layout.canCarry(value))
  }

  mutating func addEntity(_ hierarchy: Int, _ segment: Segment, _ row: Int) {
    let entity = schema.hierarchies[hierarchy].entities[Int(segment.entities[row])].name
    let reason: LossReason = counterparts.entity(entity) == nil ? .becameSuperentity : .changed
    let key = segment.keys[row]
    let place = place(of: key, hierarchy, segment.entities[row])
    let kind = rowKind(hierarchy, -1, segment.entities[row], place)
    append(.entity, reason, kind, key, value: nil, guard: nil)
  }

  mutating func addObject(
    _ hierarchy: Int, _ columns: [ComparedColumn], _ tables: Tables, _ segment: Segment, _ row: Int
  ) {
    let layout = schema.hierarchies[hierarchy].entities[Int(segment.entities[row])]
    let key = segment.keys[row]
    let place = place(of: key, hierarchy, segment.entities[row])
    var names: [String] = []
    var values: [Tree] = []
    var isRecoverable = true
    for property in layout.properties {
      guard let column = property.column else { continue }
      let value = columns[column].tree(in: tables, segment, row)
      if !columns[column].layout.canCarry(value) { isRecoverable = false }
      names.append(property.name)
      values.append(value)
    }
    let reason: LossReason =
      place != nil ? .merged : counterparts.entity(layout.name) == nil ? .removedEntity : .deleted
    append(
      .object, reason, rowKind(hierarchy, -1, segment.entities[row], place), key,
      value: .array(values), guard: place.map { older.rowTree(key, at: $0) }, properties: names,
      isRecoverable: isRecoverable)
  }

  mutating func addAdded(_ hierarchy: Int, _ segment: Segment, _ row: Int) {
    let key = segment.keys[row]
    let place = place(of: key, hierarchy, segment.entities[row])
    append(
      .added, .added, rowKind(hierarchy, -1, segment.entities[row], place), key, value: nil,
      guard: place.map { older.rowTree(key, at: $0) })
  }

  mutating func addForeign(_ tree: Tree, _ hierarchy: Int, _ segment: Segment, _ row: Int) {
    let key = segment.keys[row]
    let place = place(of: key, hierarchy, segment.entities[row])
    append(
      .foreign, place == nil ? .objectLost : .changed,
      rowKind(hierarchy, -1, segment.entities[row], place), key, value: tree,
      guard: place.map { older.foreign(at: $0) },
      isRecoverable: !tree.isDeeper(than: LossSearch.largestDepth))
  }

  mutating func addAnchored(
    _ lossKind: LossKind, _ value: Tree, to anchor: ObjectKey, _ tables: Tables
  ) {
    guard let found = tables.find(anchor) else { return }
    let segment = tables.tables[found.hierarchy].segments[found.location.segment]
    let entity = segment.entities[found.location.row]
    let place = place(of: anchor, found.hierarchy, entity)
    append(
      lossKind, .objectLost, rowKind(found.hierarchy, -1, entity, place), anchor, value: value,
      guard: nil)
  }

  // MARK: Groups

  private mutating func place(
    of key: ObjectKey, _ hierarchy: Int, _ entity: UInt16
  ) -> DowngradedRows.Place? {
    older.place(of: key, hint: hints[hierarchy][Int(entity)])
  }

  private func rowKind(
    _ hierarchy: Int, _ column: Int, _ entity: UInt16, _ place: DowngradedRows.Place?
  ) -> RowKind {
    RowKind(
      hierarchy: hierarchy, column: column, entity: entity,
      olderHierarchy: place?.hierarchy ?? -1, olderEntity: place?.discriminator ?? 0)
  }

  private mutating func context(_ kind: RowKind, _ column: ComparedColumn?) -> Int {
    if let lastContext, lastContext.kind == kind { return lastContext.index }
    if let index = contextIndexes[kind] {
      lastContext = (kind, index)
      return index
    }
    var source: DowngradedRows.Source?
    var entity: String?
    if kind.olderHierarchy >= 0 {
      let newerEntity = schema.hierarchies[kind.hierarchy].entities[Int(kind.entity)].name
      entity = older.entity(kind.olderHierarchy, kind.olderEntity).name
      if let layout = column?.layout,
        let name = counterparts.property(layout.name, of: newerEntity)
      {
        source = older.source(name, kind.olderHierarchy, kind.olderEntity)
      }
    }
    contexts.append(Context(source: source, olderEntity: entity))
    contextIndexes[kind] = contexts.count - 1
    return contexts.count - 1
  }

  private mutating func append(
    _ kind: LossKind, _ reason: LossReason, _ rowKind: RowKind, _ key: ObjectKey, value: Tree?,
    guard guardValue: Tree?, property: String? = nil, properties: [String] = [],
    isRecoverable: Bool = true
  ) {
    let context = context(rowKind, nil)
    for known in contexts[context].groups
    where known.kind == kind && known.reason == reason && known.isRecoverable == isRecoverable {
      collector.append(key, value: value, guard: guardValue, to: known.group)
      return
    }
    let table = schema.hierarchies[rowKind.hierarchy]
    let header = LossGroup.Header(
      stage: stage, kind: kind, reason: reason, hierarchy: table.name,
      entity: table.entities[Int(rowKind.entity)].name, olderEntity: contexts[context].olderEntity,
      property: property, properties: properties, isRecoverable: isRecoverable)
    let group = collector.index(of: header)
    contexts[context].groups.append((kind, reason, isRecoverable, group))
    collector.append(key, value: value, guard: guardValue, to: group)
  }
}
