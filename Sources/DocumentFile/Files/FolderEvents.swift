#if os(Linux)
  import CFileSystem

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The kernel's queue of events in folders (inotify).
  ///
  /// A queue watches folders rather than files, because a save replaces the file.
  struct FolderEvents {
    /// The number of a watched folder, which the kernel does not use again soon.
    typealias Folder = Int32

    /// What has happened in a folder, or to it.
    enum Event {
      /// The entry of a name came, went, or was written; `isWritten` if it was only written.
      case entry(Folder, name: String, isWritten: Bool)
      /// The folder was moved or removed; `isForgotten` if the kernel no longer watches it.
      case folder(Folder, isForgotten: Bool)
      /// The queue was full, and events are lost.
      case overflow
    }

    private static let folderItself = UInt32(IN_DELETE_SELF | IN_MOVE_SELF)
    private static let entries = UInt32(
      IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_CLOSE_WRITE)

    let descriptor: OpenDescriptor

    init() throws(SystemFailure) {
      // The flags of inotify are those of `open`.
      descriptor = OpenDescriptor(
        try system("inotify_init1") { inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC)) })
    }

    /// Watches a folder, in addition to what is watched in it already.
    ///
    /// - Parameter watchesEntries: Whether to watch the entries; otherwise only the folder itself.
    func watch(_ path: String, watchesEntries: Bool) throws(SystemFailure) -> Folder {
      let mask =
        UInt32(IN_ONLYDIR | IN_MASK_ADD) | Self.folderItself | (watchesEntries ? Self.entries : 0)
      return try system("inotify_add_watch") {
        inotify_add_watch(descriptor.number, path, mask)
      }
    }

    func forget(_ folder: Folder) { inotify_rm_watch(descriptor.number, folder) }

    /// Takes all events from the queue.
    func take() -> [Event] {
      var events: [Event] = []
      var bytes = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        // Bound: `read` writes at most `bytes.count` bytes.
        let count = read(descriptor.number, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return events }
        Self.parse(bytes[..<count], into: &events)
      }
    }

    /// The size of an event without its name.
    private static let headBytes = 16

    /// Parses whole events: the number of the folder, a mask, a cookie, and the size of the name
    /// that follows, all of 32 bits; the name is padded with zeros.
    private static func parse(_ bytes: ArraySlice<UInt8>, into events: inout [Event]) {
      func word(at start: Int) -> UInt32 {
        var word: UInt32 = 0
        withUnsafeMutableBytes(of: &word) { $0.copyBytes(from: bytes[start..<start + 4]) }
        return word
      }
      var start = bytes.startIndex
      while bytes.endIndex - start >= headBytes {
        let folder = Folder(bitPattern: word(at: start))
        let mask = word(at: start + 4)
        let size = Int(word(at: start + 12))
        start += headBytes
        guard bytes.endIndex - start >= size else { return }
        let name = bytes[start..<start + size].prefix { $0 != 0 }
        start += size
        func has(_ flag: some BinaryInteger) -> Bool {
          mask & UInt32(truncatingIfNeeded: flag) != 0
        }
        if has(IN_Q_OVERFLOW) {
          events.append(.overflow)
        } else if has(IN_IGNORED) || has(IN_UNMOUNT) || has(IN_DELETE_SELF) || has(IN_MOVE_SELF) {
          events.append(.folder(folder, isForgotten: has(IN_IGNORED)))
        } else if !name.isEmpty {
          events.append(
            .entry(
              folder, name: String(decoding: name, as: UTF8.self), isWritten: has(IN_CLOSE_WRITE)))
        }
      }
    }
  }
#endif
