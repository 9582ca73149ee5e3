import DocumentTables

/// The images of objects: attachments that are anchored to them (spec 7.2-12), within bounds.
struct PageImages {
  /// A kind of image that browsers show and that cannot contain a script.
  enum Kind: CaseIterable {
    case png, jpeg, gif, webp

    var mediaType: StaticString {
      switch self {
      case .png: "image/png"
      case .jpeg: "image/jpeg"
      case .gif: "image/gif"
      case .webp: "image/webp"
      }
    }

    /// Returns the kind of image that bytes begin with; nil for any other.
    init?(_ bytes: [UInt8]) {
      let isWebP = bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
      if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
        self = .png
      } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
        self = .jpeg
      } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
        self = .gif
      } else if isWebP {
        self = .webp
      } else {
        return nil
      }
    }
  }

  /// The maximum size of one image, and of all images of a page.
  static let (mostBytes, mostBytesOfPage) = (4 << 20, 32 << 20)

  private let parts: [ObjectKey: [KeptPart]]
  private var bytes = 0
  /// The numbers of images that were left out: because of their size, and of their kind.
  private(set) var (tooLarge, otherKinds) = (0, 0)

  init(_ parts: [KeptPart]) {
    let anchored = parts.filter { $0.mediaType?.lowercased().hasPrefix("image/") ?? false }
    self.parts = Dictionary(grouping: anchored.filter { $0.anchor != nil }) { $0.anchor ?? 0 }
      .mapValues { $0.sorted { utf8Precedes($0.name, $1.name) } }
  }

  /// Returns the images of an object that may be part of the page, in the order of their names.
  mutating func images(of key: ObjectKey) -> [(kind: Kind, bytes: [UInt8])] {
    var images: [(kind: Kind, bytes: [UInt8])] = []
    for part in parts[key] ?? [] {
      guard let kind = Kind(part.bytes) else {
        otherKinds += 1
        continue
      }
      // No overflow: both are sizes of arrays in memory.
      guard part.bytes.count <= Self.mostBytes, bytes + part.bytes.count <= Self.mostBytesOfPage
      else {
        tooLarge += 1
        continue
      }
      bytes += part.bytes.count
      images.append((kind, part.bytes))
    }
    return images
  }

  /// What was left out, in words.
  var notes: [String] {
    var notes: [String] = []
    if tooLarge > 0 {
      notes.append(
        "left out \(Self.images(tooLarge)): a page holds images of \(Self.mostBytes >> 20) MiB, "
          + "\(Self.mostBytesOfPage >> 20) MiB together")
    }
    if otherKinds > 0 {
      notes.append("left out \(Self.images(otherKinds)): a page holds PNG, JPEG, GIF and WebP")
    }
    return notes
  }

  private static func images(_ count: Int) -> String { count == 1 ? "1 image" : "\(count) images" }
}
