// swift-tools-version: 6.1

import PackageDescription

// The name that SwiftPM gives the package above to the compiler: that of its folder. Under it the
// steps of a job can be measured one by one, which the public interface does all at once.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? "tripdocuments"
let letters = folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
let beginsWithDigit = letters.first?.isNumber == true
let measuredPackage = beginsWithDigit ? "_" + String(letters.dropFirst()) : String(letters)

// A package of its own, so that nothing that is measured depends on it. The programs that it is
// measured against are a third one, in Peers.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "TripDocuments", path: "..")],
  targets: [
    .systemLibrary(name: "CAllocator"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CAllocator",
        .product(name: "DocumentData", package: "TripDocuments"),
        .product(name: "TripDocuments", package: "TripDocuments"),
        .product(name: "tripconv", package: "TripDocuments"),
      ],
      packageAccess: false,
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .unsafeFlags(["-package-name", measuredPackage]),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
