// swift-tools-version: 6.1

import PackageDescription

// The programs that the library is measured against, as a package that knows nothing of it: they run
// as processes of their own and tell what they took.
let package = Package(
  name: "Peers",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/CoreOffice/XMLCoder", from: "0.17.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
  ],
  targets: [
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    // May be missing: the peer then says that it is not installed.
    .systemLibrary(
      name: "CSimdjson", pkgConfig: "simdjson", providers: [.apt(["libsimdjson-dev"])]),
    .target(name: "CEmptySAX", dependencies: ["CLibXML2"]),
    // For this very processor: else simdjson's reader is compiled without vector instructions.
    .target(
      name: "CVisitJSON", dependencies: ["CSimdjson"],
      cxxSettings: [.unsafeFlags(["-march=native"])]),
    .executableTarget(
      name: "Peers",
      dependencies: [
        "CEmptySAX", "CVisitJSON", "CZlib",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "XMLCoder", package: "XMLCoder"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
