// The toolchain has the libraries of swift-syntax that its own macros use, but not `SwiftCompilerPlugin`, which
// talks with the compiler. This file takes its place; a build with the package swift-syntax leaves it out.
//
// A message is a length of eight bytes, little endian, and so many bytes of JSON, in both directions.
#if !canImport(SwiftCompilerPlugin)
  import Foundation
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
  import SwiftSyntaxMacros

  extension Plugin: PluginProvider {
    static func main() throws {
      try CompilerPluginMessageListener(connection: StandardStreams(), provider: Plugin()).main()
    }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      let name = "\(moduleName).\(typeName)"
      guard let macro = providingMacros.first(where: { String(reflecting: $0) == name }) else {
        throw UnknownMacroError(name: name)
      }
      return macro
    }
  }

  private struct UnknownMacroError: Error {
    let name: String
  }

  private struct CutMessageError: Error {}

  private struct StandardStreams: MessageConnection {
    func sendMessage<Message: Encodable>(_ message: Message) throws {
      let payload = try JSONEncoder().encode(message)
      let length = (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
      try FileHandle.standardOutput.write(contentsOf: length + payload)
    }

    /// Nil at the end, where the compiler sends an empty message, or closes the stream.
    func waitForNextMessage<Message: Decodable>(_ type: Message.Type) throws -> Message? {
      guard let header = try FileHandle.standardInput.read(upToCount: 8), !header.isEmpty else {
        return nil
      }
      let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
      if length == 0 { return nil }
      guard header.count == 8,
        let payload = try FileHandle.standardInput.read(upToCount: length), payload.count == length
      else { throw CutMessageError() }
      return try JSONDecoder().decode(type, from: payload)
    }
  }
#endif
