import Testing

@testable import TripFormats

/// Names of zones as programs write them.
@Suite struct KnownZoneTests {
  @Test(
    "A name of the IANA database is read with and without a slash, as a link, and in any case",
    arguments: [
      ("Europe/Berlin", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"),
      ("America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
      ("US/Eastern", "US/Eastern"), ("us/eastern", "US/Eastern"), ("asia/kolkata", "Asia/Kolkata"),
      ("Japan", "Japan"), ("CET", "CET"), ("cet", "CET"),
      ("EST5EDT", "EST5EDT"), ("Singapore", "Singapore"), ("GB", "GB"), ("NZ-CHAT", "NZ-CHAT"),
      ("Etc/GMT-2", "Etc/GMT-2"), (" \"Europe/Berlin\" ", "Europe/Berlin"),
      ("UTC", "Etc/UTC"), ("Z", "Etc/UTC"), ("GMT", "Etc/UTC"), ("Etc/GMT", "Etc/GMT"),
    ])
  func database(_ name: String, _ identifier: String) {
    #expect(KnownZone(name)?.identifier == identifier)
  }

  @Test(
    "A name of the IANA database is read behind the prefix of another program",
    arguments: [
      ("/Europe/Vienna", "Europe/Vienna"), ("Europe//Berlin", "Europe/Berlin"),
      ("/mozilla.org/20050126_1/Europe/Vienna", "Europe/Vienna"),
      ("/mozilla.org/20070129_1/America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
      ("/freeassociation.sourceforge.net/Tzfile/Europe/Vienna", "Europe/Vienna"),
      ("/freeassociation.sourceforge.net/Europe/Vienna", "Europe/Vienna"),
      ("/softwarestudio.org/Olson_20011030_5/Asia/Tokyo", "Asia/Tokyo"),
      ("/mozilla.org/20070129_1/Japan", "Japan"),
      ("/freeassociation.sourceforge.net/UTC", "Etc/UTC"),
      ("tzone://Microsoft/Utc", "Etc/UTC"),
    ])
  func prefixes(_ name: String, _ identifier: String) {
    #expect(KnownZone(name)?.identifier == identifier)
  }

  @Test(
    "A name of Windows, and what its programs show, is a zone of the IANA database",
    arguments: [
      ("W. Europe Standard Time", "Europe/Berlin"), ("W. Europe Daylight Time", "Europe/Berlin"),
      ("Yukon Standard Time", "America/Whitehorse"), ("UTC-11", "Etc/GMT+11"),
      ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin"),
      ("(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", "Asia/Kolkata"),
      ("(UTC+08:00) Beijing, Chongqing, Hong Kong, Urumqi", "Asia/Shanghai"),
      ("(GMT+01.00) Sarajevo / Skopje, Warsaw", "Europe/Warsaw"),
      ("(UTC) Dublin, Edinburgh, Lisbon, London", "Europe/London"),
      ("(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"),
      ("(UTC-06:00) Guadalajara, Mexico City, Monterrey", "America/Mexico_City"),
      ("(GMT+02:00) Central European Time - Berlin", "Europe/Berlin"),
      ("(UTC+09:00) Osaka, Sapporo, Tokyo", "Asia/Tokyo"),
      ("(UTC+01:00) Europe/Berlin", "Europe/Berlin"),
    ])
  func windows(_ name: String, _ identifier: String) {
    #expect(KnownZone(name)?.identifier == identifier)
  }

  @Test(
    "An offset, and an abbreviation that means one only, is a zone without summer time",
    arguments: [
      ("GMT+0200", "Etc/GMT-2", 120), ("UTC+2", "Etc/GMT-2", 120), ("UTC +02:00", "Etc/GMT-2", 120),
      ("+02:00", "Etc/GMT-2", 120), ("-0530", "UTC-05_30", -330), ("UTC+05_30", "UTC+05_30", 330),
      ("GMT-5", "Etc/GMT+5", -300), ("CEST", "Etc/GMT-2", 120), ("MESZ", "Etc/GMT-2", 120),
      ("UTC+11", "Etc/GMT-11", 660), ("(UTC+02:00)", "Etc/GMT-2", 120),
    ] as [(String, String, Int64)])
  func offsets(_ name: String, _ identifier: String, _ minutes: Int64) throws {
    let zone = try #require(KnownZone(name))
    #expect(zone.identifier == identifier && zone.isOffset)
    #expect(zone.offset(atInstant: 0) == minutes && zone.offset(atInstant: 15_552_000) == minutes)
  }

  @Test(
    "A name that means nothing, or several zones, is none",
    arguments: [
      "", "/", "x/Japan", "Nowhere", "Europe/Nowhere", "IST", "CST", "BST", "+15:00", "+2:5",
      "GMT+", "+0260",
      "(UTC+01:00) Nowhere", "(UTC+05:00) Amsterdam, Berlin", "Berlin", "(", "((UTC+01:00) x",
      String(repeating: "a", count: 300),
    ])
  func unknown(_ name: String) {
    #expect(KnownZone(name) == nil)
  }

  @Test("The first edition reads what it read, so that stored times do not change")
  func firstEdition() {
    #expect(KnownZone("Japan", .first) == nil && KnownZone("GMT+0200", .first) == nil)
    #expect(KnownZone("Europe//Berlin", .first) == nil)
    #expect(KnownZone("/x.org/1/Europe/Berlin", .first)?.identifier == "Europe/Berlin")
    #expect(KnownZone("Yukon Standard Time", .first) == nil)
    #expect(KnownZone("Central Asia Standard Time", .first)?.identifier == "Asia/Almaty")
    #expect(KnownZone("W. Europe Standard Time", .first)?.identifier == "Europe/Berlin")
  }
}
