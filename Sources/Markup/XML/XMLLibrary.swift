internal import CLibXML2

/// The library that parses XML.
package enum XMLLibrary {
  /// The name and the version of the library.
  package static var version: String { "libxml2 \(LIBXML_DOTTED_VERSION)" }

  private static let isReady: Void = xmlInitParser()

  /// Initialises the global tables of the library, once.
  static func initialize() { isReady }
}
