/// A keyed one-to-one mapping of lists of digits, each with a base of its own, in which no list is
/// mapped to itself.
///
/// A text is such a list: each letter is a digit, and the base is the size of its alphabet. Because
/// the mapping is one-to-one, equal texts stay equal and different texts stay different, without a
/// table of the texts of a document.
///
///     digits ─► forward ─► backward ─► add constants ─► backward⁻¹ ─► forward⁻¹ ─► digits
///
/// `forward` and `backward` add to each digit a hash of the digits before or behind it, so each
/// digit of the result depends on all digits. Adding constants that are not 0 has no fixed point,
/// and so has what the passes around it make of it.
struct LetterPermutation {
  let key: KeyedHash.Key

  /// Replaces digits.
  ///
  /// - Parameters:
  ///   - digits: At each position a number below the base there.
  ///   - bases: The bases, each at least 2.
  ///   - shape: A hash of all that stays as it is, which selects one of many mappings.
  func apply(to digits: inout [Int], bases: [Int], shape: UInt64) {
    let forward = hash(1, shape)
    let backward = hash(2, shape)
    var state = forward
    for index in digits.indices {
      digits[index] = (digits[index] + state.value(below: bases[index])) % bases[index]
      state.absorb(UInt64(truncatingIfNeeded: digits[index]))
    }
    state = backward
    for index in digits.indices.reversed() {
      digits[index] = (digits[index] + state.value(below: bases[index])) % bases[index]
      state.absorb(UInt64(truncatingIfNeeded: digits[index]))
    }
    state = hash(3, shape)
    for index in digits.indices {
      state.absorb(UInt64(truncatingIfNeeded: index))
      digits[index] = (digits[index] + 1 + state.value(below: bases[index] - 1)) % bases[index]
    }
    state = backward
    for index in digits.indices.reversed() {
      let base = bases[index]
      let hash = state.value(below: base)
      state.absorb(UInt64(truncatingIfNeeded: digits[index]))
      digits[index] = (digits[index] + base - hash) % base
    }
    state = forward
    for index in digits.indices {
      let base = bases[index]
      let hash = state.value(below: base)
      state.absorb(UInt64(truncatingIfNeeded: digits[index]))
      digits[index] = (digits[index] + base - hash) % base
    }
  }

  private func hash(_ purpose: UInt64, _ shape: UInt64) -> KeyedHash {
    var hash = KeyedHash(key, purpose: purpose)
    hash.absorb(shape)
    return hash
  }
}
