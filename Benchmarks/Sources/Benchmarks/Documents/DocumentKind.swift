/// A document with many trips: how many, in which words, of which version, in which form.
struct DocumentKind {
  enum Words: String, CaseIterable {
    case ascii = "ASCII"
    case multilingual = "multilingual"
    /// The journeys of `samples/`, again and again, until they are as many trips.
    case journeys = "real journeys"
  }

  enum Form: String {
    case json = "trips-json"
    case xml = "trips-xml"
    case flatJSON = "flat-json"
    case flatXML = "flat-xml"

    var ending: String {
      switch self {
      case .json, .xml: "trips"
      case .flatJSON: "json"
      case .flatXML: "xml"
      }
    }
  }

  let rows: Int
  var words = Words.ascii
  /// Nil for that of the series.
  var version: String?
  var form = Form.json
  var level = "default"

  /// The same trips as a zip of JSON, which all other forms are converted from.
  var generated: DocumentKind { DocumentKind(rows: rows, words: words, version: version) }

  private var stem: String { "\(rows)-\(words.rawValue)\(version.map { "-" + $0 } ?? "")" }
  var fileName: String { "\(stem)-\(form.rawValue)-\(level).\(form.ending)" }
  /// The name of what a peer has of the same trips.
  func peerFileName(_ what: String) -> String { "\(stem)-\(what)" }
}
