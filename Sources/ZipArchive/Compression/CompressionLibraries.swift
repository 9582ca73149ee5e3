import CLibdeflate
import CZlib

/// The libraries that compress and decompress entries.
package enum CompressionLibraries {
  /// The names and versions of the libraries.
  package static var versions: [String] {
    // Lifetime: `zlibVersion` returns static text, which is copied at once.
    ["libdeflate \(LIBDEFLATE_VERSION_STRING)", "zlib \(String(cString: zlibVersion()))"]
  }
}
