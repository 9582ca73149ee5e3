// swift-tools-version: 6.1

import PackageDescription

// A package of its own, so that nothing that is measured depends on it, and that a program it is
// measured against is no dependency of the library.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "TripDocuments", path: "..")],
  targets: [
    .systemLibrary(name: "CAllocator"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: ["CAllocator", .product(name: "DocumentData", package: "TripDocuments")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
