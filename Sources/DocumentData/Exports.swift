// SwiftData re-exports Foundation and Observation. So does this module, so that model code compiles
// after a change of its import line alone.
@_exported import Foundation
@_exported import Observation
