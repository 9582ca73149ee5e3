/// Jobs that share what they prepare; it is gone before the next group prepares its own.
protocol JobGroup {
  init(collection: Collection) throws
  var jobs: [Job] { get }
}

/// Every group, in the order of the table.
var jobGroups: [any JobGroup.Type] {
  [ObjectJobs.self, AttributeJobs.self, QueryJobs.self, ChangeJobs.self]
}
