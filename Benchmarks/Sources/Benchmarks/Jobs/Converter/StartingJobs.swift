/// What the converter takes to say anything at all.
struct StartingJobs: JobGroup {
  let files: DocumentFiles

  var jobs: [Job] {
    [
      Job(
        "start-up, tripconv --version", in: .milliseconds, goal: .atMost(15), rounds: 15,
        Candidate(name: "tripconv") { try files.convert(["--version"]).wall * 1e3 },
        Candidate(name: "python3 --version") {
          try ChildProcess(program: "python3", arguments: ["--version"]).run().wall * 1e3
        })
    ]
  }
}
