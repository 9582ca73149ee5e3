// Model code that says `import SwiftData`, and names like `SwiftData.ModelContainer`, compile unchanged.
@_exported import DocumentData
