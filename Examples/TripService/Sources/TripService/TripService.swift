import Hummingbird

/// A server that converts documents with trips.
///
///     swift run TripService
///     curl --data-binary @old.trips 'http://127.0.0.1:8080/convert?to=flat-json&version=2.0.0'
@main
struct TripService {
  static func main() async throws {
    let application = Application(
      router: router(),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 8080)))
    try await application.runService()
  }

  static func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: DocumentErrorMiddleware())
    router.post("convert") { request, _ in try await Conversion(request).response(to: request) }
    router.post("names") { request, _ in try await TripNames.list(in: request) }
    return router
  }
}
