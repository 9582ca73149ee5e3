internal import CLibXML2

/// A libxml2 push parser that receives pieces of a document and writes tokens to a tape.
///
/// No entity can be declared, because every document type declaration is rejected before libxml2
/// parses it. So substituting entities is safe; without it, attribute values would contain `&#38;`
/// for `&amp;`. The library's input limits stay in force, and nothing is loaded from elsewhere.
final class XMLPushParser {
  /// The user data of the handlers; it outlives the context, which `deinit` frees first.
  private let sink: UnsafeMutablePointer<XMLSink>
  private let context: xmlParserCtxtPtr

  /// Returns nil if there is no memory for the parser.
  ///
  /// Lifetime: the tape must outlive the parser.
  init?(tape: UnsafeMutablePointer<XMLTape>) {
    XMLLibrary.initialize()
    let sink = UnsafeMutablePointer<XMLSink>.allocate(capacity: 1)
    sink.initialize(to: XMLSink(tape: tape))
    var handlers = XMLSink.handlers()
    // libxml2 copies the handlers; the name and the first piece may be omitted.
    guard let context = xmlCreatePushParserCtxt(&handlers, sink, nil, 0, nil) else {
      sink.deallocate()
      return nil
    }
    let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue
    xmlCtxtUseOptions(context, Int32(truncatingIfNeeded: options))
    sink.pointee.context = context
    self.sink = sink
    self.context = context
  }

  deinit {
    xmlFreeParserCtxt(context)
    sink.deallocate()
  }

  /// Parses the next piece, which must be shorter than 2 GiB; errors are recorded on the tape.
  func parse(_ piece: UnsafeBufferPointer<UInt8>, isLast: Bool) {
    let status = piece.withMemoryRebound(to: CChar.self) { characters in
      xmlParseChunk(
        context, characters.baseAddress, Int32(truncatingIfNeeded: characters.count),
        isLast ? 1 : 0)
    }
    // Every error should have reached the handler; this records one that did not.
    if status != 0 { sink.pointee.tape.pointee.fail(.xmlNotWellFormed, at: sink.pointee.offset) }
  }
}

/// The user data of the handlers: a plain struct, so that callbacks need no reference counting.
private struct XMLSink {
  let tape: UnsafeMutablePointer<XMLTape>
  var context: xmlParserCtxtPtr?

  /// The number of bytes of the document that the parser has consumed.
  var offset: Int {
    guard let input = context?.pointee.input, let base = input.pointee.base else { return 0 }
    return Int(truncatingIfNeeded: input.pointee.consumed) + (input.pointee.cur - base)
  }

  @inline(__always)
  static func from(_ data: UnsafeMutableRawPointer) -> UnsafeMutablePointer<XMLSink> {
    data.assumingMemoryBound(to: XMLSink.self)
  }

  /// The SAX2 handlers; comments have none and are dropped.
  static func handlers() -> xmlSAXHandler {
    var handlers = xmlSAXHandler()
    handlers.initialized = UInt32(XML_SAX2_MAGIC)
    handlers.startElementNs = { data, local, _, namespace, declared, _, count, _, attributes in
      guard let data, let local else { return }
      let sink = XMLSink.from(data)
      sink.pointee.start(local, namespace, attributes, Int(count))
      if declared > 0 {
        sink.pointee.tape.pointee.declareNamespaces(Int(declared), at: sink.pointee.offset)
      }
    }
    handlers.endElementNs = { data, _, _, _ in
      guard let data else { return }
      let sink = XMLSink.from(data)
      if !sink.pointee.tape.pointee.hasFailed {
        // One byte back, at the `>` that the parser has just read.
        sink.pointee.tape.pointee.appendEnd(offset: sink.pointee.offset &- 1)
      }
    }
    handlers.characters = { data, bytes, length in
      guard let data, let bytes, length > 0 else { return }
      let tape = XMLSink.from(data).pointee.tape
      if !tape.pointee.hasFailed { tape.pointee.appendText(bytes, length: Int(length)) }
    }
    // With the same handler for both, the parser need not decide whether white space matters.
    handlers.ignorableWhitespace = handlers.characters
    handlers.cdataBlock = handlers.characters
    handlers.processingInstruction = { data, target, _ in
      guard let data else { return }
      let sink = XMLSink.from(data)
      sink.pointee.tape.pointee.fail(
        .xmlProcessingInstruction, at: sink.pointee.offset,
        target.map { String(cString: $0) } ?? "")
    }
    // A second check after that of the prolog.
    handlers.internalSubset = { data, _, _, _ in
      guard let data else { return }
      let sink = XMLSink.from(data)
      sink.pointee.tape.pointee.fail(.xmlDoctype, at: sink.pointee.offset)
      xmlStopParser(sink.pointee.context)
    }
    handlers.serror = { data, error in
      guard let data, let error else { return }
      XMLSink.from(data).pointee.record(error.pointee)
    }
    return handlers
  }

  @inline(__always)
  func start(
    _ local: UnsafePointer<UInt8>, _ namespace: UnsafePointer<UInt8>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: Int
  ) {
    if tape.pointee.hasFailed { return }
    var attributeCount = 0
    if let attributes, count > 0 {
      // Bound: libxml2 passes five pointers per attribute: local name, prefix, namespace, begin and
      // end of the value.
      for index in 0..<count {
        let fields = attributes + index * 5
        guard let name = fields[0], let begin = fields[3], let end = fields[4] else { continue }
        let nameID = tape.pointee.names.identifier(local: name, namespace: fields[2])
        tape.pointee.appendAttribute(nameID: nameID, value: begin, length: end - begin)
        attributeCount &+= 1
      }
    }
    tape.pointee.appendStart(
      nameID: tape.pointee.names.identifier(local: local, namespace: namespace),
      attributeCount: attributeCount, offset: offset)
  }

  /// Records an error, but not a warning.
  ///
  /// This function must not stop the parser, which is holding pointers into its input. Nothing more
  /// is recorded, and the parser gets no further piece.
  @inline(never)
  func record(_ error: xmlError) {
    if error.level == XML_ERR_WARNING { return }
    let isAboutNamespaces = error.domain == Int32(XML_FROM_NAMESPACE.rawValue)
    let words = error.message.map { String(cString: $0) } ?? ""
    tape.pointee.fail(
      isAboutNamespaces ? .xmlNamespace : .xmlNotWellFormed, at: offset,
      words.last == "\n" ? String(words.dropLast()) : words)
  }
}
