import DocumentTables
import Markup
import ZipArchive

/// The system libraries that this package is linked with.
package enum SystemLibraries {
  /// The names and versions of the libraries.
  package static var versions: [String] {
    [XMLLibrary.version] + CompressionLibraries.versions + [DigestLibrary.version]
  }
}
