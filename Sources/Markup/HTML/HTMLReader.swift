internal import CLibXML2

/// What a page says next.
package enum HTMLEvent: Sendable {
  /// An element begins; its name and those of its attributes are in lower case.
  case start(name: String, attributes: [(name: String, value: String)])
  /// Text in UTF-8, or a piece of it; that of a script as it was written.
  case text([UInt8])
  /// An element ends. Each one that began does, whether the page says so or not.
  case end(name: String)
}

/// Reads pages of HTML as browsers take them, with missing ends and with mistakes.
///
/// libxml2 does the work. Nothing is loaded from elsewhere, and no tree of the page is made.
package enum HTMLReader {
  /// The greatest number of open elements.
  ///
  /// An end that does not fit makes libxml2 search all open elements, so deeper pages would cost a square of time.
  package static let greatestDepth = 1000

  /// The greatest number of attributes of an element: libxml2 compares each with all others.
  package static let mostAttributes = 2000

  /// Reads a page.
  ///
  /// - Parameters:
  ///   - page: The page in UTF-8 without U+0000, shorter than 2 GiB.
  ///   - take: Called for each event, in the order of the page.
  /// - Returns: Whether the whole page was read: false if it exceeds a limit, or if there is no memory.
  package static func read(_ page: [UInt8], _ take: (HTMLEvent) -> Void) -> Bool {
    XMLLibrary.initialize()
    guard let page = HTMLTagScan.page(page), let count = Int32(exactly: page.count),
      let context = htmlNewParserCtxt()
    else { return false }
    defer { htmlFreeParserCtxt(context) }
    return withoutActuallyEscaping(take) { take in
      let sink = HTMLSink(context, take)
      guard let handlers = context.pointee.sax else { return false }
      handlers.pointee = HTMLSink.handlers()
      // Lifetime: the sink outlives the parsing, which ends in this closure.
      return withExtendedLifetime(sink) {
        context.pointee.userData = Unmanaged.passUnretained(sink).toOpaque()
        let options =
          HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue
          | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NONET.rawValue
        // Bound: libxml2 reads `count` bytes and keeps a copy.
        page.withUnsafeBytes { buffer in
          _ = htmlCtxtReadMemory(
            context, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), count, nil, "UTF-8",
            Int32(truncatingIfNeeded: options))
        }
        // The handlers make no tree, but the parser may make an empty document.
        if let document = context.pointee.myDoc { xmlFreeDoc(document) }
        context.pointee.myDoc = nil
        sink.finish()
        let hasNoMemory = context.pointee.errNo == Int32(XML_ERR_NO_MEMORY.rawValue)
        return !sink.isTooDeep && !hasNoMemory
      }
    }
  }
}

/// The user data of the handlers.
private final class HTMLSink {
  private let context: htmlParserCtxtPtr
  private let take: (HTMLEvent) -> Void
  /// The names of the open elements: libxml2 leaves some of them open, and ends others twice.
  private var open: [String] = []
  /// How many elements libxml2 takes for open.
  private var depth = 0
  private(set) var isTooDeep = false

  init(_ context: htmlParserCtxtPtr, _ take: @escaping (HTMLEvent) -> Void) {
    self.context = context
    self.take = take
  }

  private static func from(_ data: UnsafeMutableRawPointer) -> HTMLSink {
    Unmanaged<HTMLSink>.fromOpaque(data).takeUnretainedValue()
  }

  /// The handlers of HTML, which has no namespaces; comments have none and are dropped.
  static func handlers() -> xmlSAXHandler {
    var handlers = xmlSAXHandler()
    handlers.startElement = { data, name, attributes in
      guard let data, let name else { return }
      HTMLSink.from(data).start(name, attributes)
    }
    handlers.endElement = { data, name in
      guard let data, let name else { return }
      let sink = HTMLSink.from(data)
      sink.depth -= 1
      sink.end(String(cString: name))
    }
    handlers.characters = { data, bytes, length in
      guard let data, let bytes, length > 0 else { return }
      let sink = HTMLSink.from(data)
      // Bound: libxml2 passes the first byte and the number of bytes.
      let text = Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
      if !sink.isTooDeep { sink.take(.text(text)) }
    }
    handlers.ignorableWhitespace = handlers.characters
    handlers.cdataBlock = handlers.characters
    return handlers
  }

  private func start(
    _ name: UnsafePointer<UInt8>,
    _ list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  ) {
    depth += 1
    if max(depth, open.count) > HTMLReader.greatestDepth {
      isTooDeep = true
      xmlStopParser(context)
    }
    if isTooDeep { return }
    var attributes: [(name: String, value: String)] = []
    // Bound: names and values take turns, and a null pointer ends them; a value may be one, too.
    var place = 0
    while let list, let name = list[place] {
      let value = list[place + 1].map { String(cString: $0) } ?? ""
      attributes.append((String(cString: name), value))
      place += 2
    }
    let element = String(cString: name)
    take(.start(name: element, attributes: attributes))
    open.append(element)
  }

  /// Ends an element, and the ones that are open in it.
  private func end(_ name: String) {
    guard let place = open.lastIndex(of: name) else { return }
    while open.count > place, let element = open.popLast() { take(.end(name: element)) }
  }

  /// Ends the elements that are still open.
  func finish() {
    while let element = open.popLast() { take(.end(name: element)) }
  }
}
