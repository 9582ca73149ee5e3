// swift-tools-version: 6.1

import CompilerPluginSupport
import PackageDescription

// Debug builds of the converter and of the tests read and write real documents, so the targets that
// process every byte can be optimised while everything else stays quick to compile. This is off by
// default, because a package with unsafe flags cannot be a dependency; `scripts/tripconv` and
// `scripts/test` turn it on.
let optimizesHotTargets = Context.environment["TRIPDOCUMENTS_OPTIMIZE_HOT_TARGETS"] == "1"

// The folder of the toolchain's own libraries of swift-syntax, which `scripts/build-settings` finds. With
// them the scripts need no build of swift-syntax, which takes a quarter of a first build's time. Packages that
// depend on this one build it: the folder is no public interface of the toolchain.
let syntaxLibraries = Context.environment["TRIPDOCUMENTS_SYNTAX_LIBRARIES"].flatMap {
  $0.isEmpty ? nil : $0
}

// `.ci/run` turns this on. Developers see warnings as warnings.
let refusesWarnings = Context.environment["TRIPDOCUMENTS_WARNINGS_AS_ERRORS"] == "1"

let settings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (refusesWarnings ? [.unsafeFlags(["-warnings-as-errors"])] : [])

let hotSettings: [SwiftSetting] =
  settings
  + (optimizesHotTargets
    ? [
      .unsafeFlags(
        ["-O", "-wmo", "-num-threads", "2", "-disable-batch-mode"], .when(configuration: .debug))
    ] : [])

let macros: Target =
  if let syntaxLibraries {
    .macro(
      name: "DocumentDataMacros", exclude: ["README.md"],
      swiftSettings: settings + [.unsafeFlags(["-I", syntaxLibraries])],
      linkerSettings: [
        .unsafeFlags(["-L", syntaxLibraries, "-Xlinker", "-rpath", "-Xlinker", syntaxLibraries])
      ])
  } else {
    .macro(
      name: "DocumentDataMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
      ],
      exclude: ["README.md"], swiftSettings: settings)
  }

let package = Package(
  name: "TripDocuments",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "DocumentData", targets: ["DocumentData"]),
    .library(name: "DocumentDataTesting", targets: ["DocumentDataTesting"]),
    .library(name: "TripDocuments", targets: ["TripDocuments"]),
    .library(name: "TripFormats", targets: ["TripFormats"]),
    .library(name: "TripPages", targets: ["TripPages"]),
    .library(name: "SwiftDataStores", targets: ["SwiftDataStores"]),
    .executable(name: "tripconv", targets: ["tripconv"]),
  ],
  traits: [
    .default(enabledTraits: ["Libdeflate"]),
    .trait(
      name: "Libdeflate",
      description: "Compress and decompress with libdeflate, which is faster than zlib."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CLibdeflate", pkgConfig: "libdeflate",
      providers: [.apt(["libdeflate-dev"]), .brew(["libdeflate"])]),
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(name: "CSwiftRuntime"),
    .systemLibrary(name: "CFileSystem"),

    .target(
      name: "ZipArchive",
      dependencies: [
        .target(name: "CLibdeflate", condition: .when(traits: ["Libdeflate"])), "CZlib",
      ], exclude: ["README.md"], swiftSettings: hotSettings),
    .target(
      name: "Markup", dependencies: ["CLibXML2"], exclude: ["README.md"],
      swiftSettings: hotSettings),
    .target(
      name: "DocumentTables", dependencies: ["CCrypto"], exclude: ["README.md"],
      swiftSettings: hotSettings),
    .target(
      name: "DocumentMigration", dependencies: ["DocumentTables"], exclude: ["README.md"],
      swiftSettings: settings),
    .target(
      name: "DocumentFile",
      dependencies: ["ZipArchive", "Markup", "DocumentMigration", "DocumentTables", "CFileSystem"],
      exclude: ["README.md"], swiftSettings: hotSettings),
    .target(
      name: "SQLiteDatabase", dependencies: ["CSQLite"], exclude: ["README.md"],
      swiftSettings: hotSettings),
    .target(
      name: "SchemaExport", dependencies: ["DocumentFile", "DocumentTables", "Markup"],
      swiftSettings: settings),
    .target(
      name: "TripFormats",
      dependencies: [
        "TripDocuments", "DocumentData", "SQLiteDatabase", "DocumentFile", "DocumentMigration",
        "DocumentTables", "Markup", "ZipArchive", "CCrypto",
      ],
      exclude: ["README.md"], swiftSettings: settings),
    .target(
      name: "TripPages",
      dependencies: ["TripFormats", "TripDocuments", "DocumentData", "DocumentTables"],
      exclude: ["README.md"], swiftSettings: settings),
    macros,
    .target(
      name: "DocumentData",
      dependencies: [
        "CSwiftRuntime", "DocumentDataMacros", "DocumentFile", "DocumentMigration",
        "DocumentTables",
      ],
      exclude: ["README.md"], swiftSettings: settings),
    .target(
      name: "DocumentDataTesting",
      dependencies: ["DocumentData", "DocumentFile", "DocumentMigration", "DocumentTables"],
      swiftSettings: settings),
    .target(
      name: "TripDocuments", dependencies: ["DocumentData"], exclude: ["README.md"],
      swiftSettings: settings),
    .target(
      name: "SwiftDataStores",
      dependencies: [
        "DocumentData", "DocumentFile", "DocumentMigration", "DocumentTables", "Markup",
        "SQLiteDatabase", "ZipArchive",
      ],
      exclude: ["README.md"], swiftSettings: settings),
    .executableTarget(
      name: "tripconv",
      dependencies: [
        "TripDocuments", "TripPages", "TripFormats", "SwiftDataStores", "DocumentData",
        "SchemaExport", "DocumentFile",
        "DocumentMigration", "DocumentTables",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["README.md"], swiftSettings: settings),

    .target(
      name: "JSONArchiveStore", dependencies: ["DocumentData"],
      path: "Examples/JSONArchiveStore", swiftSettings: settings),

    .testTarget(
      name: "ZipArchiveTests", dependencies: ["ZipArchive"], swiftSettings: settings),
    // Writes stores like those of SwiftData, for tests.
    .target(
      name: "StoreGenerator", dependencies: ["SQLiteDatabase", "ZipArchive"],
      path: "Tests/StoreGenerator", exclude: ["README.md"], swiftSettings: settings),
    .testTarget(
      name: "StoreGeneratorTests",
      dependencies: ["StoreGenerator", "SQLiteDatabase", "DocumentTables", "ZipArchive"],
      swiftSettings: settings),
    .testTarget(
      name: "SQLiteDatabaseTests", dependencies: ["SQLiteDatabase"], swiftSettings: settings),
    .testTarget(name: "MarkupTests", dependencies: ["Markup"], swiftSettings: settings),
    .testTarget(
      name: "DocumentTablesTests",
      dependencies: ["DocumentFile", "DocumentMigration", "DocumentTables"],
      swiftSettings: settings),
    .testTarget(
      name: "DocumentFileTests",
      dependencies: [
        "SchemaExport", "DocumentFile", "DocumentMigration", "DocumentTables", "ZipArchive",
        "Markup",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DocumentDataTests",
      dependencies: ["DocumentData", "DocumentFile", "DocumentMigration", "DocumentTables"],
      exclude: ["Conformance/SNIPPETS.md"], swiftSettings: settings),
    .testTarget(
      name: "DocumentDataTestingTests",
      dependencies: ["DocumentDataTesting", "DocumentData"], swiftSettings: settings),
    .testTarget(
      name: "RecipeTests", dependencies: ["DocumentDataTesting", "DocumentData"],
      exclude: ["Samples"], swiftSettings: settings),
    .testTarget(
      name: "SwiftDataStoresTests",
      dependencies: [
        "SwiftDataStores", "DocumentData", "DocumentFile", "DocumentTables", "SQLiteDatabase",
        "StoreGenerator", "ZipArchive",
      ], swiftSettings: settings),
    .testTarget(
      name: "JSONArchiveStoreTests", dependencies: ["JSONArchiveStore", "DocumentData"],
      swiftSettings: settings),
    .testTarget(
      name: "TripDocumentsTests",
      dependencies: [
        "TripDocuments", "DocumentData", "DocumentFile", "DocumentMigration", "DocumentTables",
        "ZipArchive",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TripFormatsTests",
      dependencies: [
        "TripFormats", "TripDocuments", "DocumentData", "DocumentFile", "DocumentMigration",
        "DocumentTables", "SQLiteDatabase",
      ],
      exclude: [
        "SQLite/subclasses-v4.sql", "OlderExports", "OlderImports", "Samples", "small-v6.ics",
        "small-v6.jsonld",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TripPagesTests", dependencies: ["TripPages", "TripDocuments", "DocumentTables"],
      swiftSettings: settings),
    .testTarget(
      name: "TripConvTests",
      dependencies: [
        "tripconv", "TripDocuments", "TripPages", "DocumentData", "DocumentFile", "DocumentTables",
        "StoreGenerator",
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

if syntaxLibraries == nil {
  // The macros read `ClosureCaptureSyntax.initializer`, which 600 does not have; 601 is untested.
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"))
}

#if os(Linux)
  // On Apple platforms a module with this name would hide the system's module.
  package.products.append(.library(name: "SwiftData", targets: ["SwiftData"]))
  package.targets += [
    .target(name: "SwiftData", dependencies: ["DocumentData"], swiftSettings: settings),
    .testTarget(name: "SwiftDataTests", dependencies: ["SwiftData"], swiftSettings: settings),
  ]
#endif

#if compiler(>=6.2)
  // The default of new application projects. A manifest of tools version 6.1 has no other spelling
  // for this setting.
  package.targets.append(
    .testTarget(
      name: "MainActorTests", dependencies: ["DocumentData"],
      swiftSettings: settings + [.unsafeFlags(["-default-isolation", "MainActor"])]))
#endif

// CI runs the tests of the only module that depends on a trait without libdeflate.
if Context.environment["TRIPDOCUMENTS_ONLY_ZIP_ARCHIVE"] == "1" {
  package.products = []
  package.dependencies = []
  package.targets.removeAll {
    !["ZipArchive", "ZipArchiveTests", "CZlib", "CLibdeflate"].contains($0.name)
  }
}
