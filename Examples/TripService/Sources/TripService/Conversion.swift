import Hummingbird
import TripDocuments

/// A conversion that the query of a request asks for: `to` is a format, `version` a schema version.
struct Conversion {
  private static let formats: [String: DocumentFormat] = [
    "trips-json": .json, "trips-xml": .xml, "flat-json": .flatJSON, "flat-xml": .flatXML,
  ]

  let format: DocumentFormat
  /// The schema version to write; nil for the newest.
  let version: Schema.Version?

  /// - Throws: `HTTPError` for an unknown format or a malformed version.
  init(_ request: Request) throws {
    let name = request.uri.queryParameters["to"].map(String.init) ?? "flat-json"
    guard let format = Self.formats[name] else {
      throw HTTPError(
        .badRequest, message: "to is one of \(Self.formats.keys.sorted().joined(separator: ", "))")
    }
    self.format = format
    version = try request.uri.queryParameters["version"].map { text in
      let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 3, let major = numbers[0], let minor = numbers[1],
        let patch = numbers[2]
      else { throw HTTPError(.badRequest, message: "version is three numbers, such as 2.0.0") }
      return Schema.Version(major, minor, patch)
    }
  }

  /// Reads the document in a request's body, migrates it and answers with the other format.
  func response(to request: Request) async throws -> Response {
    let document = try await TripDocument(upload: request)
    // Data that the older version cannot store is carried in the document.
    let encoded = try await document.encoded(as: format, schemaVersion: version)
    return Response(
      status: .ok,
      headers: [.contentType: contentType],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: encoded.data)))
  }

  private var contentType: String {
    switch format {
    case .json, .xml: "application/vnd.trip-collection+zip"
    case .flatJSON: "application/json"
    case .flatXML: "application/xml"
    }
  }
}

extension TripDocument {
  /// Reads the body of a request while it arrives, and stops as soon as it exceeds a limit.
  convenience init(upload request: Request) async throws {
    try await self.init(chunks: request.body.map(\.readableBytesView), limits: .upload)
  }
}
