import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// Differences and losses are paired, in whatever order either comes.
@Suite struct LawTests {
    private func loss(_ error: Double?) -> Loss {
        Loss(
            .attributeNarrowed, .narrowed, subject: "/a", name: "a", count: 6, unit: "vertices", largestError: error,
            cause: "because")
    }

    private func difference(_ error: Double?) -> Difference {
        Difference(.value, "/a", count: 6, valueClass: .approximated, largestError: error)
    }

    @Test func aDifferenceWithoutAnErrorLeavesALossWithOneToAnother() {
        for losses in [[loss(nil), loss(.infinity)], [loss(.infinity), loss(nil)]] {
            for differences in [[difference(nil), difference(.infinity)], [difference(.infinity), difference(nil)]] {
                #expect(Law.breaches(differences, losses).isEmpty)
            }
        }
        #expect(Law.breaches([difference(nil)], [loss(2)]).isEmpty)
        #expect(Law.breaches([difference(3)], [loss(2)]).count == 2)
    }
}
