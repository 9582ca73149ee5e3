import CCrypto

/// The library that computes digests.
package enum DigestLibrary {
  /// The name and the version of the library.
  package static var version: String {
    // Lifetime: `OpenSSL_version` returns static text, which is copied at once.
    "OpenSSL " + (OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "")
  }
}
