// Code that imports SwiftData, or uses names like `SwiftData.ModelContainer`, compiles unchanged.
@_exported import DocumentData
