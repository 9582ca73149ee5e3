// Model code names types of Foundation and Observation that SwiftData hands on; it moves over by
// its import line alone because this module does the same.
@_exported import Foundation
@_exported import Observation
