/// The words with which people and programs say in a text that something is cancelled.
enum CancellationWords {
  /// Whether a status says it, alone or with words behind it: `Cancelled by hotel`.
  static func begin(_ status: String) -> Bool {
    guard status.utf8.count <= 64 else { return false }
    let words = DateLanguage.folded(status.trimmingSpaces).split { !$0.isLetter }
    return words.first.map { all.contains(String($0)) } ?? false
  }

  /// Whether a title has such a word in front, as Outlook writes it: `Canceled: Dinner`.
  static func stand(before title: String) -> Bool { rest(of: title) != nil }

  /// Returns the title without such a word in front; nil if it has none.
  static func rest(of title: String) -> String? {
    let front = title.unicodeScalars.prefix(24)
    guard let colon = front.firstIndex(where: { $0 == ":" || $0 == "：" }),
      all.contains(DateLanguage.folded(String(front[..<colon]).trimmingSpaces))
    else { return nil }
    return String(title.unicodeScalars[title.unicodeScalars.index(after: colon)...]).trimmingSpaces
  }

  private static let all: Set<String> = [
    "cancelled", "canceled", "storniert", "annulliert", "abgesagt", "annule", "annulee",
    "annules", "annulees", "cancelado", "cancelada", "anulado", "anulada", "annullato", "annullata",
    "cancellato", "cancellata", "geannuleerd", "afgelast",
    "anulowany", "anulowana", "anulowane", "odwołany", "odwołana", "odwołane", "キャンセル", "キャンセル済み",
    "取消",
  ]
}
