/// The reason why a store may not be written.
package enum ReadOnlyReason: Hashable, Sendable {
  /// The document requires a feature for writing that this library does not know.
  case unknownFeature
  /// The configuration of this name forbids it.
  case configuration(String)
  /// A part of the document was opened.
  case part
}

extension SwiftDataError {
  /// Creates the error for a change of a store that may not be written.
  init(
    readOnly reason: ReadOnlyReason, store: String? = nil, entity: String? = nil,
    object: Int64? = nil
  ) {
    let name = store.map { "“\($0)”" } ?? "the document"
    let words =
      switch reason {
      case .unknownFeature:
        "\(name) needs a feature that this version of the library cannot write; use a newer version"
      case .configuration(let configuration):
        "the configuration “\(configuration)” does not allow saves; create it with allowsSave: true"
      case .part: "\(name) is a part of a document; open the whole document to change it"
      }
    self.init(.readOnlyStore, words, entity: entity, object: object)
  }
}
