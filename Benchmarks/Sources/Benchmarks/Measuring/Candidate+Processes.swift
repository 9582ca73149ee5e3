/// How work in processes of their own becomes figures of a job.
extension Candidate {
  /// Time on the wall: what counts where several threads work.
  static func wall(_ name: String, _ work: @escaping () throws -> Figures) -> Candidate {
    Candidate(name: name) { try work().value("wall") * 1e3 }
  }

  /// Processor time: what counts on one thread, where other programs may be running.
  static func processor(_ name: String, _ work: @escaping () throws -> Figures) -> Candidate {
    Candidate(name: name) { try work().value("processor") * 1e3 }
  }

  /// Any other figure, in parts of so many.
  static func figure(
    _ figure: String, per divisor: Double = 1, _ name: String,
    _ work: @escaping () throws -> Figures
  ) -> Candidate {
    Candidate(name: name) { try work().value(figure) / divisor }
  }
}
