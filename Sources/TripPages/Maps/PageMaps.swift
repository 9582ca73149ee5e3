import TripFormats

/// What the maps of a page share: the recorded ways of the document, and the outlines of land.
struct PageMaps {
  var ways: FeatureWays?
  var outlines = OutlineLayer()

  /// Where the outlines come from.
  static let source =
    "Coasts and borders: Natural Earth, 1:10,000,000, public domain. The borders follow the view of Germany. "
    + "Airports without coordinates: airportsdata."
}
