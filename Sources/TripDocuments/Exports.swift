// Programs use trips through the modelling API, so one import provides both.
@_exported import DocumentData
