import Foundation
import Hummingbird

@testable import TripService

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A running service and what it answers.
///
/// The client is Foundation's: that of `HummingbirdTesting` compiles as much again as the service itself.
struct RunningService {
  let port: Int
  private let session: URLSession

  private init(port: Int) {
    self.port = port
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 200
    session = URLSession(configuration: configuration)
  }

  struct Answer: Sendable {
    let status: Int
    let contentType: String?
    let body: Data

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// Runs the service on a free port of this computer until `use` ends.
  static func run(_ use: @escaping @Sendable (RunningService) async throws -> Void) async throws {
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
      router: TripService.router(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { port.yield($0.localAddress?.port ?? 0) })
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { port.finish() }
        try await application.runService(gracefulShutdownSignals: [])
      }
      for await port in ports {
        group.addTask { try await use(RunningService(port: port)) }
        break
      }
      // The first to end is `use`, or a service that could not start.
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  func post(_ path: String, _ body: Data) async throws -> Answer {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    let (data, response) = try await session.upload(for: request, from: body)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    return Answer(
      status: response.statusCode,
      contentType: response.value(forHTTPHeaderField: "Content-Type"), body: data)
  }
}
