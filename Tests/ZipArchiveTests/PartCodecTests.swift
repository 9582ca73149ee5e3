import Testing

@testable import ZipArchive

@Suite("Deflating whole parts")
struct PartCodecTests {
  private func contents(_ seed: UInt64, count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    return generator.bytes(count: count, compressible: true)
  }

  private func deflated(_ contents: [UInt8], level: Int) throws -> [UInt8] {
    try #require(try contents.withUnsafeBytes { PartCodec.deflate($0, level: level) }.get())
  }

  /// What a codec makes of a stream, where the output has room for `count` bytes.
  private func outcome(
    _ stored: [UInt8], count: Int,
    by inflate: (UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer) -> Inflater.Outcome
  ) -> (outcome: Inflater.Outcome, bytes: [UInt8]) {
    let guardBytes = 64
    var output = [UInt8](repeating: 0xA5, count: count + guardBytes)
    let outcome = stored.withUnsafeBytes { input in
      output.withUnsafeMutableBytes { inflate(input, .init(rebasing: $0[..<count])) }
    }
    #expect(output[count...].allSatisfy { $0 == 0xA5 }, "nothing may be written beyond the size")
    return (outcome, Array(output[..<count]))
  }

  @Test("at every level gives a stream that zlib reads too", arguments: Array(PartCodec.levels))
  func levels(level: Int) throws {
    let contents = contents(UInt64(level), count: 40_000)
    let byZlib = try contents.withUnsafeBytes { Deflater.deflate($0, level: level) }.get()
    for stored in [try deflated(contents, level: level), try #require(byZlib)] {
      #expect(stored.count < contents.count)
      for inflate in [PartCodec.inflate, Inflater.inflate] {
        let (outcome, bytes) = outcome(stored, count: contents.count, by: inflate)
        guard case .complete = outcome else {
          Issue.record("\(outcome)")
          continue
        }
        #expect(bytes == contents)
      }
    }
  }

  @Test("stores what does not shrink", arguments: [0, 1, 2, 100, 70_000])
  func incompressible(count: Int) throws {
    var generator = SeededGenerator(seed: 9)
    let contents = generator.bytes(count: count, compressible: false)
    for deflate in [PartCodec.deflate, Deflater.deflate] {
      #expect(try contents.withUnsafeBytes { deflate($0, 6) }.get() == nil)
    }
  }

  @Test("is refused at a level that there is not", arguments: [-1, 0, 13, .max])
  func noLevel(level: Int) {
    #expect(throws: ZipError.self) { try deflated([0, 0, 0, 0], level: level) }
  }

  // Spec 2.3-1, 2.6-4
  @Test("finds a stream that is cut short, too long, too short or followed by something")
  func damage() throws {
    let contents = contents(1, count: 5000)
    let stored = try deflated(contents, level: 6)
    let cases: [(stored: [UInt8], count: Int, isExpected: (Inflater.Outcome) -> Bool)] = [
      (
        Array(stored.dropLast()), 5000,
        { if case .damaged(.cutShort) = $0 { true } else { false } }
      ),
      (
        stored + [0, 0], 5000,
        { if case .damaged(.bytesAfterEnd(2)) = $0 { true } else { false } }
      ),
      (stored, 5001, { if case .tooShort(5000) = $0 { true } else { false } }),
      (stored, 4999, { if case .tooLong = $0 { true } else { false } }),
      (
        [0xFF] + stored.dropFirst(), 5000,
        { if case .damaged(.notDeflate) = $0 { true } else { false } }
      ),
    ]
    for (index, damage) in cases.enumerated() {
      let (outcome, _) = outcome(damage.stored, count: damage.count, by: PartCodec.inflate)
      #expect(damage.isExpected(outcome), "case \(index): \(outcome)")
    }
  }

  @Test("judges damaged streams as zlib does, or makes bytes of them", arguments: 0..<40)
  func agreement(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let contents = contents(UInt64(seed), count: 2000)
    let stored = try deflated(contents, level: 1 + seed % 12)
    for _ in 0..<50 {
      var damaged = stored
      let index = Int.random(in: damaged.indices, using: &generator)
      damaged[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      let ours = outcome(damaged, count: contents.count, by: PartCodec.inflate)
      let zlib = outcome(damaged, count: contents.count, by: Inflater.inflate)
      if case .complete = zlib.outcome {
        guard case .complete = ours.outcome else {
          Issue.record("zlib reads what is refused: \(ours.outcome)")
          continue
        }
        #expect(ours.bytes == zlib.bytes)
      }
    }
  }
}
