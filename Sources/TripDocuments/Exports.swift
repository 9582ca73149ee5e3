// Trips are fetched, changed and saved through the modelling API: one import brings both.
@_exported import DocumentData
