import DocumentTables
import Testing

@testable import DocumentMigration

@Suite("A list that two programs have changed")
struct ListMergeTests {
  private typealias Case = (
    carried: [ObjectKey], guardList: [ObjectKey], present: [ObjectKey], result: [ObjectKey]
  )

  // Spec 10.5-5
  @Test("lost members come back behind their predecessors, other changes stay")
  func merging() {
    let cases: [Case] = [
      // Appended behind a lost tail.
      ([1, 2, 3], [1, 2], [1, 2, 9], [1, 2, 3, 9]),
      // Lost at the start, in the middle and in a run.
      ([1, 2, 3, 4, 5], [2, 5], [2, 5, 9], [1, 2, 3, 4, 5, 9]),
      // The predecessor is gone: the one before it counts.
      ([1, 2, 3], [1, 2], [1], [1, 3]),
      ([1, 2, 3], [1, 2], [], [3]),
      // The order was lost, and another was appended.
      ([3, 1, 2], [1, 2, 3], [1, 2, 3, 9], [3, 1, 2, 9]),
      ([3, 1, 2], [1, 2, 3], [9, 1, 3], [9, 3, 1]),
      // The other program has put them in an order of its own.
      ([3, 1, 2, 4], [1, 2, 3], [2, 1, 3], [2, 4, 1, 3]),
      // What the way down put in goes, what the other put in stays.
      ([1, 2], [7, 1, 2], [7, 1, 2, 9], [1, 2, 9]),
      ([], [], [9], [9]), ([1], [], [9], [1, 9]),
    ]
    for (carried, guardList, present, result) in cases {
      #expect(mergedList(carried: carried, guardList: guardList, present: present) == result)
    }
  }
}
