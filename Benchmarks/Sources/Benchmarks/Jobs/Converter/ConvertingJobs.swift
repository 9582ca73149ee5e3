/// Converting documents that are larger than the memory that may be used for them.
struct ConvertingJobs: JobGroup {
  let files: DocumentFiles

  /// A tenth of what is converted, for comparison; few in a smoke run.
  private var rows: Int { files.rows }

  var jobs: [Job] { [memory, throughput] }

  private var memory: Job {
    Job(
      "peak memory of converting \(10 * rows) trips", in: .megabytes, goal: .atMost(256), rounds: 1,
      warmsUp: false,
      .figure("peak", per: 1e6, "flat JSON to zipped XML") { try convert(10) },
      .figure("peak", per: 1e6, "a tenth of the trips") { try convert(1) })
  }

  private var throughput: Job {
    Job(
      "convert, for each million trips", in: .milliseconds, goal: .atMostPart(1.25), rounds: 1,
      warmsUp: false,
      .figure("wall", per: Double(10 * rows) / 1e9, "\(10 * rows) trips") {
        try convert(10)
      },
      .figure("wall", per: Double(rows) / 1e9, "\(rows) trips") { try convert(1) })
  }

  private func convert(_ times: Int) throws -> Figures {
    let source = try files.repeated(DocumentKind(rows: rows, form: .flatJSON), times)
    return try files.convertMeasured(
      [
        "convert", source, "--keep-version", "--to", "trips-xml", "-o",
        files.output("converted.trips"),
      ])
  }
}
