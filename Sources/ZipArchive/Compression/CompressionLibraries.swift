import CZlib

#if Libdeflate
  import CLibdeflate
#endif

/// The libraries that compress and decompress entries.
package enum CompressionLibraries {
  /// The names and versions of the libraries.
  package static var versions: [String] {
    // Lifetime: `zlibVersion` returns static text, which is copied at once.
    let zlib = "zlib \(String(cString: zlibVersion()))"
    #if Libdeflate
      return ["libdeflate \(LIBDEFLATE_VERSION_STRING)", zlib]
    #else
      return [zlib]
    #endif
  }
}
