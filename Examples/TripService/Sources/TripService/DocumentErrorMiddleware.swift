import Hummingbird
import TripDocuments

/// Answers errors of documents with a status and the words for the user.
struct DocumentErrorMiddleware<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as SwiftDataError {
      context.logger.info("\(request.uri.path): \(error.localizedDescription)")
      throw HTTPError(status(of: error), message: error.localizedDescription)
    }
  }

  private func status(of error: SwiftDataError) -> HTTPResponse.Status {
    switch error.rule {
    case .limitFileBytes?, .limitExpandedBytes?, .limitObjects?: return .contentTooLarge
    default: break
    }
    switch error {
    case .loadIssueModelContainer, .unknownDataStoreSchema: return .unprocessableContent
    case .unknownSchema: return .badRequest
    default: return .internalServerError
    }
  }
}
