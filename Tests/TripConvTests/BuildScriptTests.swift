import Foundation
import Testing

/// `scripts/tripconv` in a clone that has not been built, with a compiler and a clock that do nothing.
@Suite("The script that builds the converter")
struct BuildScriptTests {
  private let folder = ScratchFolder()

  private static let scripts = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../scripts").standardizedFileURL

  /// - Parameters:
  ///   - build: What the compiler does; `$OUT` is the converter's path, `$ERRORS` that of the messages.
  ///   - version: That of the compiler, whose toolchain has the libraries of swift-syntax in `toolchain/host`.
  private func run(
    _ build: String, version: String = "6.3.1"
  ) throws -> (status: Int32, output: String, errors: String) {
    for path in ["clone/scripts", "clone/Sources", "bin"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: path), withIntermediateDirectories: true)
    }
    let clone = folder.url.appending(path: "clone")
    try folder.write("", to: "clone/Package.swift")
    for name in ["tripconv", "build-settings"] {
      try folder.write(
        try String(contentsOf: Self.scripts.appending(path: name), encoding: .utf8),
        to: "clone/scripts/\(name)")
    }
    try folder.write("#!/bin/bash\n", to: "clone/scripts/prerequisites")
    try folder.write("#!/bin/bash\nexec /bin/sleep 0.05\n", to: "bin/sleep")
    let errors = folder.url.appending(path: "err").path
    let out = clone.appending(path: ".build/debug/tripconv").path
    let toolchain = folder.url.appending(path: "toolchain").path
    try folder.write(
      """
      #!/bin/bash
      if [ "$1" = -print-target-info ]; then
        echo '  "compilerVersion": "Swift version \(version) (swift-\(version)-RELEASE)",'
        echo '    "runtimeResourcePath": "\(toolchain)"'
        exit
      fi
      ERRORS='\(errors)' OUT='\(out)'; mkdir -p "${OUT%/*}"
      \(build)

      """, to: "bin/swift")
    for path in ["clone/scripts/tripconv", "clone/scripts/prerequisites", "bin/sleep", "bin/swift"]
    {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.url.appending(path: path).path)
    }
    let shell = Process()
    shell.executableURL = clone.appending(path: "scripts/tripconv")
    shell.arguments = ["list"]
    shell.environment = ["PATH": "\(folder.url.appending(path: "bin").path):/usr/bin:/bin"]
    var streams: [FileHandle] = []
    for name in ["out", "err"] {
      try folder.write("", to: name)
      streams.append(try FileHandle(forWritingTo: folder.url.appending(path: name)))
    }
    defer { for stream in streams { try? stream.close() } }
    (shell.standardOutput, shell.standardError) = (streams[0], streams[1])
    try shell.run()
    shell.waitUntilExit()
    let texts = try ["out", "err"].map {
      try String(contentsOf: folder.url.appending(path: $0), encoding: .utf8)
    }
    return (shell.terminationStatus, texts[0], texts[1])
  }

  private static let converter =
    #"printf '#!/bin/bash\necho converted "$@"\n' > "$OUT"; chmod +x "$OUT""#

  /// Prints the folder of swift-syntax that the build gets.
  private static let libraries =
    #"printf '#!/bin/bash\necho "%s"\n' "$TRIPDOCUMENTS_SYNTAX_LIBRARIES" > "$OUT"; chmod +x "$OUT""#

  @Test(
    "builds the macros with the toolchain's libraries of swift-syntax, if it has the right ones",
    arguments: [("6.3.1", true), ("7.0", true), ("6.1.2", false)])
  func libraries(version: String, areUsed: Bool) throws {
    let host = folder.url.appending(path: "toolchain/host")
    let interfaces = "toolchain/host/SwiftCompilerPluginMessageHandling.swiftmodule"
    #expect(try run(Self.libraries, version: version).output == "\n")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: interfaces), withIntermediateDirectories: true)
    try folder.write("", to: "toolchain/host/libSwiftCompilerPluginMessageHandling.so")
    try folder.write("", to: "\(interfaces)/x86_64.private.swiftinterface")
    try FileManager.default.removeItem(at: folder.url.appending(path: "clone/.build"))
    let found = try run(Self.libraries, version: version).output
    #expect(found == (areUsed ? host.path : "") + "\n")
    // A tree in which swift-syntax is built goes on with it.
    try FileManager.default.removeItem(at: folder.url.appending(path: "clone/.build"))
    let modules = folder.url.appending(path: "clone/.build/debug/Modules-tool")
    try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
    try folder.write("", to: "clone/.build/debug/Modules-tool/SwiftSyntax.swiftmodule")
    #expect(try run(Self.libraries, version: version).output == "\n")
  }

  @Test("reports while the build has no steps yet, and runs the converter then")
  func slowBeginning() throws {
    let result = try run(
      """
      reported() { for _ in {1..3000}; do grep -q "$1" "$ERRORS" && return; /bin/sleep 0.02; done; }
      reported ': preparing'; echo '[3/40] Compiling'; reported ': step 3'
      \(Self.converter)
      """)
    #expect(result.status == 0)
    #expect(result.output == "converted list\n")
    #expect(result.errors.contains(": preparing\n") && result.errors.contains(": step 3 of 40\n"))
  }

  @Test("names the modules that its own compilers are working on")
  func modules() throws {
    let result = try run(
      """
      compiler() { bash -c 'while :; do /bin/sleep 0.1; done' swift "$1" -frontend -module-name "$2" & }
      compiler "${OUT%/.build/*}/Sources/A.swift" Trips; own=$!
      compiler /elsewhere/Sources/A.swift Others; other=$!
      echo '[3/40] Compiling'
      for _ in {1..3000}; do grep -q 'compiling' "$ERRORS" && break; /bin/sleep 0.02; done
      kill -KILL $own $other
      \(Self.converter)
      """)
    #expect(result.status == 0)
    #expect(result.errors.contains(", compiling Trips\n"), "\(result.errors)")
  }

  @Test("runs the converter after a build that ends before the first report")
  func quickBuild() throws {
    let result = try run(Self.converter)
    #expect(result.status == 0 && result.output == "converted list\n")
  }

  @Test("shows the messages of a build that fails")
  func failure() throws {
    let result = try run("echo 'error: no such module'; exit 1")
    #expect(result.status == 70 && result.output.isEmpty)
    #expect(result.errors.contains("error: no such module\ntripconv could not be built."))
  }
}
