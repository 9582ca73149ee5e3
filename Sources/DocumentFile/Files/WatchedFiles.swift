import CFileSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files that a ``FileWatcher`` watches, the folders on the way to them, and the calls that are
/// due.
struct WatchedFiles {
  typealias Instant = ContinuousClock.Instant

  struct File {
    let path: String
    let onChange: @Sendable () -> Void
    var method = FileWatcher.Method.events
    var route: FileRoute
    /// The watched folders on the way.
    var folders: Set<Int32> = []
    /// The time of the first event that is not reported, and the time of the report.
    var pending: (first: Instant, due: Instant)?
    /// The next time to look at a file that is polled.
    var nextLook: Instant
  }

  var files: [Int: File] = [:]
  /// Whether the watcher's thread runs.
  var isRunning = false
  private var lastNumber = 0
  #if os(Linux)
    private var events: FolderEvents?
    /// The files that need each watched folder, and the names in it that concern them.
    private var folders: [FolderEvents.Folder: [Int: Set<String>]] = [:]
  #endif

  // MARK: Files

  mutating func add(
    _ path: String, interval: Duration, _ onChange: @escaping @Sendable () -> Void
  ) -> Int {
    lastNumber += 1
    files[lastNumber] = File(
      path: path, onChange: onChange, route: FileRoute(path), nextLook: .now + interval)
    arm(lastNumber)
    return lastNumber
  }

  mutating func remove(_ number: Int) {
    releaseFolders(of: number)
    files[number] = nil
  }

  // MARK: Waiting

  /// The descriptor and the time to wait for; nil if no file is watched, and then the thread must
  /// end.
  mutating func next(at now: Instant) -> (descriptor: Int32?, wait: Duration?)? {
    if files.isEmpty {
      isRunning = false
      return nil
    }
    var first: Instant?
    for file in files.values {
      for time in [file.pending?.due, file.method == .events ? nil : file.nextLook] {
        if let time { first = min(first ?? time, time) }
      }
    }
    #if os(Linux)
      let descriptor = events?.descriptor.number
    #else
      let descriptor: Int32? = nil
    #endif
    return (descriptor, first.map { max(.zero, $0 - now) })
  }

  /// Compares the files that are polled with their last states.
  mutating func poll(at now: Instant, every interval: Duration) {
    for (number, file) in files where file.method != .events && file.nextLook <= now {
      let route = FileRoute(file.path)
      if route != file.route { files[number]?.pending = (now, now) }
      files[number]?.route = route
      files[number]?.nextLook = now + interval
    }
  }

  /// Takes the functions to call.
  mutating func takeCalls(dueAt now: Instant) -> [@Sendable () -> Void] {
    var calls: [@Sendable () -> Void] = []
    for (number, file) in files.sorted(by: { $0.key < $1.key }) {
      guard let pending = file.pending, pending.due <= now else { continue }
      files[number]?.pending = nil
      calls.append(file.onChange)
    }
    return calls
  }

  // MARK: Folders

  #if os(Linux)
    /// Takes the kernel's events.
    ///
    /// - Parameter due: The time of the report of events that began at a time.
    mutating func takeEvents(_ due: (Instant?) -> Instant) {
      guard let taken = events?.take(), !taken.isEmpty else { return }
      var touched: Set<Int> = []
      var moved: Set<Int> = []
      for event in taken {
        switch event {
        case .overflow:
          touched.formUnion(files.keys)
          moved.formUnion(files.keys)
        case .folder(let folder, let isForgotten):
          guard let concerned = folders[folder]?.keys else { continue }
          touched.formUnion(concerned)
          moved.formUnion(concerned)
          if isForgotten { folders[folder] = nil }
        case .entry(let folder, let name, let isWritten):
          for (number, names) in folders[folder] ?? [:] where names.contains(name) {
            touched.insert(number)
            if !isWritten { moved.insert(number) }
          }
        }
      }
      for number in moved { arm(number) }
      for number in touched { note(number, due) }
    }

    private mutating func note(_ number: Int, _ due: (Instant?) -> Instant) {
      let first = files[number]?.pending?.first
      files[number]?.pending = (first ?? .now, due(first))
    }

    /// Watches the folders on the way to a file as it is now.
    private mutating func arm(_ number: Int) {
      guard let path = files[number]?.path else { return }
      do throws(SystemFailure) {
        let queue = try self.queue()
        let before = files[number]?.route.file
        // Something on the way may move while its folders are searched.
        for _ in 0..<Self.mostAttempts {
          let route = FileRoute(path)
          if let system = Self.networkFileSystem(of: route.lastFolder) {
            return usePolling(number, "\(system) reports no changes by other computers")
          }
          try watchFolders(of: route, number, queue)
          files[number]?.route = route
          files[number]?.method = .events
          if FileRoute(path).folders == route.folders { break }
        }
        // A change before the folder was watched caused no event.
        let now = FileState(path: path)
        if now != before, files[number]?.pending == nil { files[number]?.pending = (.now, .now) }
      } catch {
        usePolling(number, error.description)
      }
    }

    private static let mostAttempts = 16

    private mutating func queue() throws(SystemFailure) -> FolderEvents {
      if let events { return events }
      let made = try FolderEvents()
      events = made
      return made
    }

    private mutating func watchFolders(
      of route: FileRoute, _ number: Int, _ queue: FolderEvents
    ) throws(SystemFailure) {
      var watched: Set<Int32> = []
      for folder in route.folders {
        do {
          let id = try queue.watch(folder.path, watchesEntries: !folder.names.isEmpty)
          watched.insert(id)
          folders[id, default: [:]][number] = folder.names
        } catch  where error.number == ENOENT || error.number == ENOTDIR {
          // It has just moved; the next attempt follows the new way.
          continue
        } catch  where error.number == EACCES && folder.names.isEmpty {
          // A folder that may not be read hides only its own renaming.
          continue
        }
      }
      release((files[number]?.folders ?? []).subtracting(watched), of: number)
      files[number]?.folders = watched
    }

    private mutating func releaseFolders(of number: Int) {
      release(files[number]?.folders ?? [], of: number)
      files[number]?.folders = []
    }

    private mutating func release(_ gone: Set<Int32>, of number: Int) {
      for folder in gone {
        folders[folder]?[number] = nil
        if folders[folder]?.isEmpty == true {
          folders[folder] = nil
          events?.forget(folder)
        }
      }
    }

    private mutating func usePolling(_ number: Int, _ reason: String) {
      releaseFolders(of: number)
      files[number]?.method = .polling(reason: reason)
    }

    /// The name of the network file system that contains a folder; nil for any other.
    private static func networkFileSystem(of folder: String) -> String? {
      if SystemCallFaults.fault?("statfs") != nil { return "a network file system" }
      guard let descriptor = try? OpenDescriptor.open(folder, O_RDONLY | O_DIRECTORY) else {
        return nil
      }
      return networkFileSystems[file_system_kind(descriptor.number)]
    }

    /// The magic numbers of statfs(2).
    private static let networkFileSystems: [UInt32: String] = [
      0x6969: "NFS", 0x517B: "SMB", 0xFE53_4D42: "SMB", 0xFF53_4D42: "CIFS", 0x0102_1997: "9P",
      0x00C3_6400: "Ceph", 0x5346_414F: "AFS", 0x6B41_4653: "AFS", 0x0BD0_0BD0: "Lustre",
      0x7375_7245: "Coda", 0x0116_1970: "GFS2", 0x7461_636F: "OCFS2", 0x786F_4256: "vboxsf",
      0x6573_5546: "FUSE",
    ]
  #else
    mutating func takeEvents(_ due: (Instant?) -> Instant) {}

    private mutating func arm(_ number: Int) {
      files[number]?.method = .polling(reason: "this system has no inotify")
    }

    private mutating func releaseFolders(of number: Int) {}
  #endif
}
