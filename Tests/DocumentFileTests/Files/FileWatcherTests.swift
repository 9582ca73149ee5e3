import DocumentTables
import Foundation
import Synchronization
import Testing

@testable import DocumentFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The calls of one watch, counted, for tests that wait for the next one.
private final class Notices: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let calls = Mutex(0)

  init() { (stream, continuation) = AsyncStream.makeStream() }

  var count: Int { calls.withLock { $0 } }

  func note() {
    calls.withLock { $0 += 1 }
    continuation.yield()
  }

  /// Waits for the next call; false if none came in time.
  func next(within limit: Duration = .seconds(20)) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await _ in self.stream { return true }
        return false
      }
      group.addTask {
        try? await Task.sleep(for: limit)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }
}

@Suite("Watching files")
struct FileWatcherTests {
  let directory: TemporaryDirectory
  private let notices = Notices()

  init() throws { directory = try TemporaryDirectory() }

  private func watch(
    _ path: String, with watcher: FileWatcher = .ofProcess
  ) -> FileWatcher.Watch {
    let notices = notices
    return watcher.watch(path) { notices.note() }
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: directory.file(name)))
  }

  private func replace(_ name: String, with text: String) throws {
    try write(text, to: name + ".new")
    #expect(rename(directory.file(name + ".new"), directory.file(name)) == 0)
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: directory.file(name), withIntermediateDirectories: true)
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: directory.file(name), withDestinationPath: target)
  }

  @Test("notices that a file is written, replaced, removed and made again")
  func changes() async throws {
    try write("1", to: "a")
    let watch = watch(directory.file("a"))
    #expect(watch.method == .events)
    try write("2", to: "a")
    #expect(await notices.next())
    try replace("a", with: "3")
    #expect(await notices.next())
    #expect(unlink(directory.file("a")) == 0)
    #expect(await notices.next())
    try write("4", to: "a")
    #expect(await notices.next())
    #expect(rename(directory.file("a"), directory.file("b")) == 0)
    #expect(await notices.next())
    #expect(rename(directory.file("b"), directory.file("a")) == 0)
    #expect(await notices.next())
    withExtendedLifetime(watch) {}
  }

  @Test("notices a save of this library")
  func save() async throws {
    let path = directory.file("a.trips")
    let tables = try SampleTables.small()
    _ = try DocumentFile.create(
      tables, form: .document, options: DocumentWriteOptions(encoding: .json), at: path)
    let watch = watch(path)
    let content = try DocumentFile.read(.path(path))
    var changed = content.tables
    changed.nextKey += 1
    _ = try DocumentFile.save(changed, inPlaceOf: content, at: path)
    #expect(await notices.next())
    withExtendedLifetime(watch) {}
  }

  @Test("calls for no other file in the folder, and not for what is only read")
  func others() async throws {
    for name in ["a", "b"] { try write("1", to: name) }
    let watch = watch(directory.file("a"))
    let others = Notices()
    let other = FileWatcher.ofProcess.watch(directory.file("b")) { others.note() }
    for number in 0..<100 {
      try write("\(number)", to: "c")
      try replace("d", with: "\(number)")
      _ = try Data(contentsOf: URL(fileURLWithPath: directory.file("a")))
    }
    // Events arrive in order, so those above were seen before this one.
    try write("2", to: "b")
    #expect(await others.next())
    #expect(notices.count == 0)
    withExtendedLifetime((watch, other)) {}
  }

  @Test("calls once for many events that follow each other")
  func burst() async throws {
    let watcher = FileWatcher(quiet: .milliseconds(200), longest: .seconds(5))
    let watch = watch(directory.file("a"), with: watcher)
    for number in 0..<1000 { try replace("a", with: "\(number)") }
    #expect(await notices.next())
    #expect(notices.count <= 6)
    withExtendedLifetime(watch) {}
  }

  @Test("follows symbolic links to the file, and notices that a link leads elsewhere")
  func links() async throws {
    try makeFolder("one")
    try makeFolder("two")
    try write("1", to: "one/real")
    try write("1", to: "two/real")
    try link("link", to: "middle")
    try link("middle", to: directory.file("one/real"))
    let watch = watch(directory.file("link"))
    #expect(watch.method == .events)
    try replace("one/real", with: "2")
    #expect(await notices.next())
    try link("middle.new", to: "two/real")
    #expect(rename(directory.file("middle.new"), directory.file("middle")) == 0)
    #expect(await notices.next())
    try replace("two/real", with: "2")
    #expect(await notices.next())
    withExtendedLifetime(watch) {}
  }

  @Test("follows symbolic links to folders")
  func folderLinks() async throws {
    for folder in ["one/sub", "two/sub"] {
      try makeFolder(folder)
      try write("1", to: folder + "/a")
    }
    try link("here", to: "one")
    let watch = watch(directory.file("here/../here/sub/a"))
    try replace("one/sub/a", with: "2")
    #expect(await notices.next())
    try link("new", to: "two")
    #expect(rename(directory.file("new"), directory.file("here")) == 0)
    #expect(await notices.next())
    try replace("two/sub/a", with: "3")
    #expect(await notices.next())
    withExtendedLifetime(watch) {}
  }

  @Test("survives the removal of the folder and of those above, and notices their return")
  func folders() async throws {
    try makeFolder("x/y")
    try write("1", to: "x/y/a")
    let watch = watch(directory.file("x/y/a"))
    try FileManager.default.removeItem(atPath: directory.file("x"))
    #expect(await notices.next())
    try makeFolder("x/y")
    try write("2", to: "x/y/a")
    #expect(await notices.next())
    try replace("x/y/a", with: "3")
    #expect(await notices.next())
    #expect(rename(directory.file("x"), directory.file("z")) == 0)
    #expect(await notices.next())
    try makeFolder("new/y")
    try write("4", to: "new/y/a")
    #expect(rename(directory.file("new"), directory.file("x")) == 0)
    #expect(await notices.next())
    try replace("x/y/a", with: "5")
    #expect(await notices.next())
    withExtendedLifetime(watch) {}
  }

  @Test("notices a file whose folders did not exist")
  func missing() async throws {
    let watch = watch(directory.file("x/y/a"))
    try makeFolder("x/y")
    try write("1", to: "x/y/a")
    #expect(await notices.next())
    while FileState(path: directory.file("x/y/a")) == nil { #expect(await notices.next()) }
    try replace("x/y/a", with: "2")
    #expect(await notices.next())
    withExtendedLifetime(watch) {}
  }

  @Test("calls for every file if the kernel's queue has overflowed")
  func overflow() async throws {
    let watcher = FileWatcher()
    try write("1", to: "a")
    try write("1", to: "busy0")
    let entered = DispatchSemaphore(value: 0)
    let released = DispatchSemaphore(value: 0)
    let isFirst = Atomic(true)
    let blocking = watcher.watch(directory.file("block")) {
      guard isFirst.exchange(false, ordering: .relaxed) else { return }
      entered.signal()
      released.wait()
    }
    let watch = watch(directory.file("a"), with: watcher)
    #expect(watch.method == .events)
    try write("1", to: "block")
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      DispatchQueue.global().async {
        entered.wait()
        continuation.resume()
      }
    }
    // The watcher's thread waits in the call, so nothing empties the queue.
    let limit = try Data(
      contentsOf: URL(fileURLWithPath: "/proc/sys/fs/inotify/max_queued_events"))
    let most = try #require(Int(String(decoding: limit, as: UTF8.self).dropLast()))
    for number in 0..<most / 2 + 100 {
      let names = ["busy0", "busy1"]
      #expect(
        rename(directory.file(names[number % 2]), directory.file(names[1 - number % 2])) == 0)
    }
    try replace("a", with: "2")
    #expect(notices.count == 0)
    released.signal()
    #expect(await notices.next())
    try replace("a", with: "3")
    #expect(await notices.next())
    withExtendedLifetime((watch, blocking)) {}
  }

  @Test(
    "looks at the file in intervals if there are no events, and says why",
    arguments: [
      ("inotify_init1", ENOSYS), ("inotify_init1", EMFILE), ("inotify_add_watch", ENOSPC),
      ("inotify_add_watch", ENOMEM), ("statfs", 0),
    ])
  func polling(call: String, number: Int32) async throws {
    try write("1", to: "a")
    let watcher = FileWatcher(interval: .milliseconds(20))
    let watch = Faults([call: number]).during { self.watch(directory.file("a"), with: watcher) }
    guard case .polling(let reason) = watch.method else {
      Issue.record("\(watch.method)")
      return
    }
    #expect(call == "statfs" || reason.hasPrefix(call))
    try replace("a", with: "22")
    #expect(await notices.next())
    #expect(unlink(directory.file("a")) == 0)
    #expect(await notices.next())
    try write("1", to: "a")
    #expect(await notices.next())
  }

  @Test("ends with the last reference to the watch, and can begin again")
  func lifetime() async throws {
    let watcher = FileWatcher(quiet: .zero, longest: .zero)
    for number in 0..<20 {
      let ended = Notices()
      do {
        let watch = watcher.watch(directory.file("a")) { ended.note() }
        withExtendedLifetime(watch) {}
      }
      let watch = watch(directory.file("a"), with: watcher)
      try replace("a", with: "\(number)")
      #expect(await notices.next())
      #expect(ended.count == 0)
      withExtendedLifetime(watch) {}
    }
  }

  @Test("a folder that may not be read is looked at in intervals")
  func unreadable() async throws {
    guard geteuid() != 0 else { return }
    try makeFolder("x")
    try write("1", to: "x/a")
    try directory.setMode(0o300, of: "x")
    defer { try? directory.setMode(0o700, of: "x") }
    let watcher = FileWatcher(interval: .milliseconds(20))
    let watch = watch(directory.file("x/a"), with: watcher)
    #expect(watch.method != .events)
    try replace("x/a", with: "22")
    #expect(await notices.next())
  }
}
