/// The same trips in the forms that peers read.
extension DocumentFiles {
  func packedJSON(_ kind: DocumentKind) throws -> String {
    try file(kind.peerFileName("peer.json.deflated")) { path in
      _ = try peers.run("pack", peerText(kind), path)
    }
  }

  func pythonArchive(_ kind: DocumentKind) throws -> String {
    try file(kind.peerFileName("python.zip")) { path in
      _ = try peers.python("pack", peerText(kind), path)
    }
  }

  func database(_ kind: DocumentKind) throws -> String {
    try file(kind.peerFileName("peer.sqlite")) { path in
      _ = try peers.run(trips: "sqlite-make", peerText(kind), path)
    }
  }

  func codedXML(_ kind: DocumentKind) throws -> String {
    try file(kind.peerFileName("peer.xml.deflated")) { path in
      _ = try peers.run(trips: "xmlcoder-pack", peerText(kind), path)
    }
  }

  /// Our own flat XML, as one deflated text.
  func packedXML(_ kind: DocumentKind) throws -> String { try packed(kind, .flatXML) }

  /// Our own flat JSON, as one deflated text.
  func packedFlatJSON(_ kind: DocumentKind) throws -> String { try packed(kind, .flatJSON) }

  private func packed(_ kind: DocumentKind, _ form: DocumentKind.Form) throws -> String {
    var kind = kind
    kind.form = form
    return try file(kind.peerFileName("\(form.rawValue).deflated")) { path in
      _ = try peers.run("pack", document(kind), path)
    }
  }
}
