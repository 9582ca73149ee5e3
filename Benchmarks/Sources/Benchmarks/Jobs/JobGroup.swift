/// Jobs that share what they prepare; it is gone before the next group prepares its own.
protocol JobGroup {
  var jobs: [Job] { get }
}
