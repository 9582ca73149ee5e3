import CEmptySAX
import CVisitJSON
import CZlib
import Foundation
import GRDB

/// Does one job as another program would, and prints what it took.
@main
enum Main {
  static let usage = """
    usage: Peers versions
           Peers pack TEXT FILE                 deflates a text
           Peers json-visit TEXT
           Peers libxml2-open FILE | libxml2-parse TEXT
           Peers SCHEMA json-open FILE | json-save TEXT FILE
           Peers SCHEMA xmlcoder-pack TEXT FILE | xmlcoder-open FILE
           Peers SCHEMA sqlite-make TEXT FILE | sqlite-open FILE | sqlite-find FILE NAME | sqlite-change FILE
      SCHEMA    the version of the trips: newest or 4.0.0
    """

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("versions", 1): try printVersions()
    case ("pack", 3):
      try DeflatedFile(path: arguments[2]).write(
        Data(contentsOf: URL(fileURLWithPath: arguments[1])))
    case ("json-visit", 2): try ParserPeers.visitJSON(arguments[1])
    case ("libxml2-open", 2): try ParserPeers.openXML(arguments[1])
    case ("libxml2-parse", 2): try ParserPeers.parseXML(arguments[1])
    case ("newest", 3...): try run(Array(arguments.dropFirst()), CodableTrip.self)
    case ("4.0.0", 3...): try run(Array(arguments.dropFirst()), CodableTripOfFourth.self)
    default: misuse()
    }
  }

  private static func run<Trip: DatabaseTrip>(
    _ arguments: [String], _ type: Trip.Type
  ) throws {
    switch (arguments[0], arguments.count) {
    case ("json-open", 2): try JSONCodingPeer<Trip>.open(arguments[1])
    case ("json-save", 3): try JSONCodingPeer<Trip>.save(arguments[1], arguments[2])
    case ("xmlcoder-pack", 3): try XMLCoderPeer<Trip>.pack(arguments[1], arguments[2])
    case ("xmlcoder-open", 2): try XMLCoderPeer<Trip>.open(arguments[1])
    case ("sqlite-make", 3): try SQLitePeer<Trip>.make(arguments[1], arguments[2])
    case ("sqlite-open", 2): try SQLitePeer<Trip>.open(arguments[1])
    case ("sqlite-find", 3): try SQLitePeer<Trip>.find(arguments[1], arguments[2])
    case ("sqlite-change", 2): try SQLitePeer<Trip>.change(arguments[1])
    default: misuse()
    }
  }

  private static func misuse() -> Never {
    FileHandle.standardError.write(Data((usage + "\n").utf8))
    exit(64)
  }

  private static func printVersions() throws {
    print("zlib \(String(cString: zlibVersion()))")
    print("libxml2 \(String(cString: empty_sax_version()))")
    print(
      visit_json_version().map { "simdjson \(String(cString: $0))" } ?? "simdjson: not installed")
    let sqlite = try DatabaseQueue().read {
      try String.fetchOne($0, sql: "SELECT sqlite_version()")
    }
    print("SQLite \(sqlite ?? "unknown")")
  }
}

func fileSize(_ path: String) throws -> Int {
  let attributes = try FileManager.default.attributesOfItem(atPath: path)
  return attributes[.size] as? Int ?? 0
}
