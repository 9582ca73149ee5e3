import DocumentData

/// Where and with what the figures were made.
struct Machine {
  let peers: PeerPrograms

  var lines: [String] {
    [
      "- Date: \(Date.now.formatted(.iso8601.year().month().day()))",
      "- Processor: \(processor), \(ProcessInfo.processInfo.activeProcessorCount) cores",
      "- Memory: \(ProcessInfo.processInfo.physicalMemory >> 30) GiB",
      "- System: \(ProcessInfo.processInfo.operatingSystemVersionString)",
      "- Compiler: Swift \(compiler), \(isOptimized ? "release" : "DEBUG: the figures mean nothing")",
      "- Peers: \(peers.versions.joined(separator: ", "))",
    ]
  }

  var isOptimized: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  private var processor: String {
    let information = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let line = information?.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
      ?? "unknown"
  }

  private var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #elseif compiler(>=6.2)
      "6.2"
    #else
      "6.1"
    #endif
  }
}
