/// The general purpose bit flag of an entry (APPNOTE 4.4.4).
struct GeneralPurposeFlags: OptionSet {
  let rawValue: UInt16

  /// Bit 0: the entry is encrypted.
  static let encrypted = GeneralPurposeFlags(rawValue: 1 << 0)
  /// Bit 3: CRC-32 and sizes follow the data.
  static let dataDescriptor = GeneralPurposeFlags(rawValue: 1 << 3)
  /// Bit 6: strong encryption.
  static let strongEncryption = GeneralPurposeFlags(rawValue: 1 << 6)
  /// Bit 11: the name is UTF-8.
  static let utf8Name = GeneralPurposeFlags(rawValue: 1 << 11)
  /// Bit 13: the local header is masked because the central directory is encrypted.
  static let maskedHeader = GeneralPurposeFlags(rawValue: 1 << 13)

  /// All flags that indicate encryption.
  static let anyEncryption: GeneralPurposeFlags = [.encrypted, .strongEncryption, .maskedHeader]

  /// Returns the flags that the writer sets for a name.
  static func written(for name: String) -> GeneralPurposeFlags {
    EntryName.isASCII(name) ? [] : .utf8Name
  }
}
