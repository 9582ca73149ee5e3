/// A difference or an error that `SchemaMigrationPlan.checkSamples` has found.
public struct SampleFinding: Hashable, Sendable {
  /// The sample's path below the folder; nil for a finding about the folder.
  public let sample: String?
  /// What is wrong, and what to do.
  public let problem: String

  init(_ sample: String?, _ problem: String) {
    self.sample = sample
    self.problem = problem
  }
}

extension SampleFinding: CustomStringConvertible {
  /// The sample and the problem in one line.
  public var description: String { sample.map { "\($0): \(problem)" } ?? problem }
}
