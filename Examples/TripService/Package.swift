// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that only this example builds Hummingbird.
let package = Package(
  name: "TripService",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "TripDocuments", path: "../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.20.0", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "TripService",
      dependencies: [
        .product(name: "TripDocuments", package: "TripDocuments"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ]),
    .testTarget(name: "TripServiceTests", dependencies: ["TripService"]),
  ],
  swiftLanguageModes: [.v6]
)
