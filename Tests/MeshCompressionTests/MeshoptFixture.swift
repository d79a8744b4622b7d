import MeshCompression

/// Streams made by the encoder of meshoptimizer 0.22, and the output of its decoder (for colours: of the formula in
/// `KHR_meshopt_compression`, appendix B). Hexadecimal digits.
struct MeshoptFixture: Sendable, CustomStringConvertible {
    let name: String
    let stream: MeshoptStream
    let bytes: String
    let decoded: String

    var description: String { name }

    static let all: [MeshoptFixture] = [
        MeshoptFixture(
            name: "no element, version 0",
            stream: MeshoptStream(mode: .attributes, count: 0, stride: 8),
            bytes: "a00000000000000000000000000000000000000000000000000000000000000000",
            decoded: ""),
        MeshoptFixture(
            name: "one element, version 0",
            stream: MeshoptStream(mode: .attributes, count: 1, stride: 12),
            bytes: """
                a00000000000000000000000000000000000000000000000000000000000000000bebd3600101226abfdc0ee4e
                """,
            decoded: "bebd3600101226abfdc0ee4e"),
        MeshoptFixture(
            name: "all bit widths, version 0",
            stream: MeshoptStream(mode: .attributes, count: 70, stride: 8),
            bytes: """
                a079002a69095600208c900bc37899040608080b00050425a17aa17b4eb673ffff00000a6484934195aca87900061080912112a5
                498354223a0c080b06090203016714724f2d621a52fcff00009d309183be97ea79001289aa61021027a244a73592010c03040b04
                0c06696451337952533cbfff0000c56a99a01b74ae79000825461412101844a73754990a04080501020602c4bd383a8b18af7aff
                ff000098113093c3b71f4f690006a606422002f5a7726bb77913102b5b30f3fffff01b3c944e9961ffff0000882f7d8eb258b35d
                69000a26655a1010b6896cb0b33969680554fffffff18389a23f987216ffff0000331b2104adc67578690021a9449a2102752429
                4040aa862328968ff1ffff1e4e8d798e1fffff00009a5f57557c89900b790011196965122182c1b9a994120b000805050408002f
                7866644c137e9affff0000a38e0c920f0e56d800000000000000000000000000000000000000000000000000ff00ff01010100
                """,
            decoded: """
                00ff00ff0101010001ffffff010102ff02feff00000202ff03ff0000010301fe02ff0100020302fe03fe0101030403fd04fe0200
                020304fe03fe01ff030403fd03ff02fe030302fc03ff03fe030402fd04ff04fd020301fe03ff05fe030201fd020004fe020102fc
                01ff05fd020001fd00ff05fc020102fc01fe04fc030203fb01ff04fb040104fa01fe05fc040103fb02fd04fb040003fc02fe04fb
                050004fb060305fafbfa00ff0c0001fef8fdfd0007020600fd01fe0607fd0702f9fc000507010907f5ff01ff01ff0b03f605fcfa
                07fc1001f9fffeff05fe0cfdf3fffefa01ff0afaedf900f5050007fce9f700f700fe02f7e5f505f6fb0303f2e0f00af7fd0902f7
                dff30ef1000d08f9dfee11f1040706fde0f112f5080a08fadaf510f2020502f9d7f511ef020604fad1f215f1ff040afdcfef10f5
                01030dfecff113f5eecfd860c1af17dd9dd90a01bf6a2619da12e11dddbb4d4c89eac73a279b4c7e4bd38af44ee705a47204b300
                0120c89acd1189a8d02b0fd9933aa7e5d02aff2698eba83114104cd4ca034528fc021c1b0cba7a40bdf1f021c2ba2df604f3c56a
                a1787d945d9c036256d76f3889ffbe69ac8ba9282fc4069400000000000000000000000000000000000000000000000000000000
                00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
                00000000000000000000000000000000000000000000000000000000000000000000000000000000
                """),
        MeshoptFixture(
            name: "one value repeated, version 0",
            stream: MeshoptStream(mode: .attributes, count: 40, stride: 16),
            bytes: """
                a000000000000000000000000000000000000000000000000000000000000000004d08b7d6d8cfad49af352bf319ed052f
                """,
            decoded: """
                4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6
                d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49
                af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf3
                19ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f
                4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6
                d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49
                af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf3
                19ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f
                4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6
                d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49
                af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf3
                19ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f4d08b7d6d8cfad49af352bf319ed052f
                4d08b7d6d8cfad49af352bf319ed052f
                """),
        MeshoptFixture(
            name: "two blocks, version 0",
            stream: MeshoptStream(mode: .attributes, count: 33, stride: 4),
            bytes: """
                a01a06444226316563032515156320044214800000001a03051256164354066234203303152660400000001a0343462501215245
                3503423305003066800000001a015345066112265621110606125106404000000000000000000000000000000000000000000000
                000000000000000000000302fd
                """,
            decoded: """
                000302fd030100fc050102f907fe00f709fd02f90afe05f60bfb06f60efe03f90cfd03fc0b0002fb0e0203fa0b0002fb0efdfffc
                0cff00ff0cff02fc0a02ffff0b05fd000806faff0704fafe0406f8fd0307fafd0007fb000305f9000103f7030203f7020201f403
                0200f40004fdf4ff06fef2ff0701f2020604f5040804f8040903f903
                """),
        MeshoptFixture(
            name: "no element, version 1",
            stream: MeshoptStream(mode: .attributes, count: 0, stride: 8),
            bytes: "a1000000000000000000000000000000000000000000000000",
            decoded: ""),
        MeshoptFixture(
            name: "one element, version 1",
            stream: MeshoptStream(mode: .attributes, count: 1, stride: 12),
            bytes: "a1aaaaaa0000000000000000000cadb13641d2a9ab33fad627000000",
            decoded: "0cadb13641d2a9ab33fad627"),
        MeshoptFixture(
            name: "all bit widths, version 1",
            stream: MeshoptStream(mode: .attributes, count: 70, stride: 8),
            bytes: """
                a100007e0006129a442101167a961927c40c967881ff196fff3d451173a9ff004ebf888ec18683357e0010002895211127aa1639
                a97235ac6b5cffffffff3bae62a145869271ff0048b522c2263804927e002964aa80021124b758111345cc722933ffffff8fb135
                21251ebfa6ff0024510a9b15b690c47e00091426691012a7863cc19800a5281487ffffffffc5377c551ec336a8ff00785574134e
                aa7c7e7e00251a55550010e9a6ca4b68aa9a362782fff1f9ffd3601b317775ff0087809fa4882829ff7e00050224a6112266122a
                1042331cc240c7ffffffffc1322f6f43c55c67ff0065c2a28944448f5b7e0008225a4a02027bcb328205074548986bffffffff76
                6543984e1885c0ff008b4b7b01ac1a43237e00259664450011f69401884c401203767aa7ffeffff8e3114b45b1b8ff0009a2430c
                b7c0a04200000000000000000000000000000000ff00010000ff0000
                """,
            decoded: """
                0000ff00010000ff00ff000002000000ffff010101ff01ff00ff000000fe01fe00ffff0000fe01ffffff00fffffe02fefffffffe
                00fe02fd00fffffe01ff03fe01ff00fe00ff02fd000001ffff0001fe010102fefeff02fd020103fffdff03fd010204fefc0002fc
                010104fffb0102fc00000400fa0003fb00ff04fff90104fa010004fef90004fa00ff05fef9ff05fa00fe04fdf80005f9fffd03fe
                f80106f8fefe0403ff04020101fa06fffa07fc04fdff0003ff0602ff0204fc060207fc01fd03f9040808fa010006fd0a0d0dfb00
                ff04fc100f0cff04fafffb0f090c0008fb04fa0a0c0e000af7fff80e100ffd10fdfbfa0e150dfd12fffcf70e1a0bf912fffafd13
                150afb1205f703101a10f81000fcff111816fa0c030200151b17fe0fff0501141c19f90b03fffc161819fd1007fcfa1a1c1f0015
                0602f8161d1bfa11e7e49fb3b3ba359fc43b8497e3d30296c36c73d5d5bbe09dbe1b60aad4832c77c1f86fb9bb615354b83b0f57
                b6fe5ffb7e8413727a2c1c57294b66c63ff87c5b506f7802fbc53656f0144fd73b2610a734255411eb77d2857b8606073d32d18b
                1a99fb2e8154272f5db556839576348f1bb79ec1802e12df00000000000000000000000000000000000000000000000000000000
                00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000
                00000000000000000000000000000000000000000000000000000000000000000000000000000000
                """),
        MeshoptFixture(
            name: "one value repeated, version 1",
            stream: MeshoptStream(mode: .attributes, count: 40, stride: 16),
            bytes: "a1aaaaaaaa00000000d8f3be4bfbdcae19f5455a2ab6184a5e00000000",
            decoded: """
                d8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4b
                fbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19
                f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2a
                b6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5e
                d8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4b
                fbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19
                f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2a
                b6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5e
                d8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4b
                fbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19
                f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2a
                b6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5ed8f3be4bfbdcae19f5455a2ab6184a5e
                d8f3be4bfbdcae19f5455a2ab6184a5e
                """),
        MeshoptFixture(
            name: "two blocks, version 1",
            stream: MeshoptStream(mode: .attributes, count: 33, stride: 4),
            bytes: """
                a1410a023043623211554522261445423430610100030f002502656315346604153442253005120f006143440231652632533656
                306653240a0610031136463646310526645445031301000200000000000000000000000000000000000000fffdfefd00
                """,
            decoded: """
                fffdfefd00fdfe00fefe01fffefb00ff00fb02fffefc00fd01ff02fc02fc04fb00ff04f901fd05fc00fc03fefff90201fcf705ff
                f9f90202fbfc0304f8ff0607f9ff0405fa010504fb000204fefd0001fdfbfe02fffd010501fffe08fe00010a0001ff0701feff09
                fffc020b01fc0508fffc0208fff9000602f8010501f90303fff90304
                """),
        MeshoptFixture(
            name: "differences of 16 bits, version 1",
            stream: MeshoptStream(mode: .attributes, count: 40, stride: 8),
            bytes: """
                a17777006e09c0eca4f10210c50b9c49022cb0c648a281a4a5f5e95c992f54819f567fea4428f8ec26dfd4150415195540514505
                08550000006ec528c983c58ba26ce5f9f9db3a22ffff6415521b0b2e78415c98c3f33950c10df53f31434db11515050555122410
                106494000000b43409371f75ba6e148e8c464721dc5406079c322b502f40f20134778fb8d5cd4a8a9d527a22c415081911012809
                8022961000000052154c623621ce607d85610985fabe233d7b995e3936134cc2103ca819a6caf374ba39188272d915081580444a
                228806408000000000000000000000000000000000f9fe4cff510016000100
                """,
            decoded: """
                f9fe4cff5100160030ff0300ab003f00abfe20ffc50134010bffb4ffc0015a0181ff4fffa4018b0153000dff9400a6005aff2afe
                590195ffdbff64fdb600fcfee3ffb5fded002cff00ffebfdf7ffedfffafdf8fc3effaaffc8fefbfb84fe79ff23fefefaa7fe74fe
                a4fe10fa83fe31fe3affadfa72feaefd12003efbe0fd0dfdf500befa0afdfbfc1901bef90dfedcfc6a01f0f909ff9efd2901e5f8
                57ff51fefb010ef970ff80fe280100f85aff63ffad007af782007effb8ff91f76aff74006600cdf78a009a0119002cf70300fb01
                81ff5af7020003022b00a6f71c002102eaff44f7e00075029aff4af69801680245002df6f401bb0185ff55f689022002faff74f5
                2203a6011c006df44702e001300172f38c013d01ac0152f33d022001a20239f266022c02350397f1a3016d024502f0f0b401a602
                2f0397f016013902
                """),
        MeshoptFixture(
            name: "XOR of 32 bits with a turn, version 1",
            stream: MeshoptStream(mode: .attributes, count: 24, stride: 8),
            bytes: """
                a17f7f00bc38dc8e3aea1388af07399c7ad51409e31c8f628983d000120ed989af60891012aaca28a2ff138d296a91c063345600
                f6b7ab760af45434fb05aec11c21f0954d95d4e216200900449a0201fffffdfe1f00fefdfcfdfb008fd2d958ac66520228c06a2a
                07e228d3ca77f0c0243eae00ae2e718c2a66a8d25bf084a79b44e35f7ab17a8ed6bd0f00364b1576d557bbdf54e70e65bf445f9a
                ff9517b8c61053020f44f0011001c32c0f0f3c000d06040e0000000000000000000000000000687b623b2a9d063c0012
                """,
            decoded: """
                687b623b2a9d063cc684dd3b6dca9dbbe28b813c045db8b9501e2b3ce8e5b23b97d9663cc4a3093cb4816b3c9236633c29b1e53b
                a185483c1f6c0f3b8851953c6374293b89b87a3c0b7dabbb1d95503c07d2a8bb7d6d233cea37ff3b482fa43c384b9ebcddfc963a
                759cacbc5e3149bb0a1c9bbc2f136bba1412133bbbe244bc0fcbc8ba52cd093c9db6a13b3770763cabeb56b98ca8bcba63a2c03a
                f415b7b9940231bc9452ebbb4fd03cbc863988bc0dea4cbc196780bc751547bccee0a9bc
                """),
        MeshoptFixture(
            name: "octahedral of 8 bits in 4 bytes",
            stream: MeshoptStream(mode: .attributes, filter: .octahedral, count: 12, stride: 4),
            bytes: """
                a0013fffff004a93756a7e92aa06250335013fffff000b2cec10a3493ffc6c74cd000103ffff00555a4fcf5ba5cb105c00000000
                000000000000000000000000000000000000000000000000b5a97f7f
                """,
            decoded: """
                bca7c47fd389fb7fa8e8a87f703bf954960dbc81a4d34b591c9b47f130db90c37c1bf5704a45b40a14c1941261413240
                """),
        MeshoptFixture(
            name: "octahedral of 6 bits in 8 bytes",
            stream: MeshoptStream(mode: .attributes, filter: .octahedral, count: 12, stride: 8),
            bytes: """
                a1bb7a0027181e5d3e0a390b02320f00081245120936260527003f00000418d3d3bd0842777c0000f807dbc58479717861610000
                000000000000000000000000150002001f00ff7f0101
                """,
            decoded: """
                2477590b632dff7f2b05051f137cff7fe352a45f21130180c8443eedb3958ded5891f0bfd305a38af34bbc9afd1239484d6ac844
                c2125a0b2dfaa86ef0bfde43c5e53f5532a4ff7f64918b2d8b2d434f4e35a42e9d6a018000008a83df1d0180
                """),
        MeshoptFixture(
            name: "octahedral of 12 bits in 8 bytes",
            stream: MeshoptStream(mode: .attributes, filter: .octahedral, count: 12, stride: 8),
            bytes: """
                a0013f3ff70039e17ddd9f737843da020e9061cf3616000017013fff3f00745565033f4388a90d90020ffa6ff1355a0000101117
                180000013fffcd00fa03301acf86cac5290137ffcf006a23b05ce79b9e609f000000000000000000000000000000000000000000
                000000d9fcd7ffff07844b
                """,
            decoded: """
                8fb85ffc246a844bf2163069c6ba0180c8d8b1e62f77ff7fddcbbf62903e176dc5135e7ede0424c5860d3288fa2abcf3f4252e29
                e88cff7f56c29537939e6431b89b1c07c7b001809691670831400180d989ffcf1af5ecb0a7bd64481a52eb60
                """),
        MeshoptFixture(
            name: "octahedral of 16 bits in 8 bytes",
            stream: MeshoptStream(mode: .attributes, filter: .octahedral, count: 12, stride: 8),
            bytes: """
                a1ff7a005065b708e3b5982fc9a2c00023a9bd806e87ace4a36a60003b2009d1dbf54716f56396002a15715c4bc2c9e1f2fe7900
                034d5405391edf0003353a00fc0c44833f75b741cbcb0000000000000000000000000000d889f91cff7f01800001
                """,
            decoded: """
                ec826e0cd5e70180d770fe0cffc4ff7f253b2542405cd85d549f1be3c24e829f6204dc22147bff7fef583aef835a62451df36a77
                3d2cf1a001726dea0b36018053ffc9a638a40180e47ed0f7a90eff7f2bf62d2e0789641ab0b34660ee230180
                """),
        MeshoptFixture(
            name: "quaternion of 5 bits in 8 bytes",
            stream: MeshoptStream(mode: .attributes, filter: .quaternion, count: 12, stride: 8),
            bytes: """
                a0013fffff00091b2e1d10071b2c0d130c01066184000208eb6fa0fcff000013162d2c0109908600013f3eff002005130f100f04
                0a080121024200020411216563000000000000000000000000000000000000000000000000000000000900f9fffcff0c00
                """,
            decoded: """
                34694e36c3d5dde7e6ed6848256523184e36f95fa9c323183e64704eeff3f7f9f7f9247feff30906c95f3424b2c9b2c9110cdde7
                f7f9f97cc06698b7dde70000573c3d2abbcfe45cccdbb15c1a12704ef7f98268c3d5a9c31a12cf67f7f96848
                """),
        MeshoptFixture(
            name: "quaternion of 12 bits in 8 bytes",
            stream: MeshoptStream(mode: .attributes, filter: .quaternion, count: 12, stride: 8),
            bytes: """
                a1f79700886a3b62ac45aa0de2fbcf010daffd00070a07101712008f6666df77fc87f49a806900000311010b0d130609010f005b
                8c88430db1041c1b83e0020f443856df7800001718020565241234100000000000000000000000000000000092fd94fa6806ff07
                0100
                """,
            decoded: """
                80e4a1c283484151b55581e772bfa7be7711aed262d89a6f20737b0a253507f2e3d90370f717892a1627a1e9da069e77c538f6e0
                c86cf2ec51183cca02038b7165b4a94d75bd96f19f44ed279a3bcc506a30680b5d6f2ed92ed9a33d1b5decce
                """),
        MeshoptFixture(
            name: "quaternion of 16 bits in 8 bytes",
            stream: MeshoptStream(mode: .attributes, filter: .quaternion, count: 12, stride: 8),
            bytes: """
                a0013fffff00f8b6f2910350b378b85255013fffff00d54f577a1b293e35f7f82a013fffff00d6c3a8224c52ea20f3400c013fff
                ff00ac5bb224eba76382fe415f013fffff00f84407fb284812c3a4160b013fffff00312976f6d4b91e26a07696012ccc04000405
                0600000000000000000000000000000000000000000000000000d0bcbebc8a44fc7f
                """,
            decoded: """
                8c617ed071d077306c1e7d6d7c39d70c741dc0ecab0f107af8fd352b6039ed69fe649b29fc37b0db9972b31fa6e4b326f6105ea9
                09e5ac58a2265a3babef5c69b513a2b3d5fcc36493bbce0da035ec5c8ff65baaa65c5e13a2d460dfcb6e1922
                """),
        MeshoptFixture(
            name: "exponential of 15 bits in 4 bytes",
            stream: MeshoptStream(mode: .attributes, filter: .exponential, count: 12, stride: 4),
            bytes: """
                a0013fffff0018e65dc96ce36c8f1e46b9013f3fff00a8af902c1f2e1d1fbb260126000400013fffff000e2cc96012035d168028
                a7000000000000000000000000000000000000000000000000000000009adeff0a
                """,
            decoded: """
                009805cb0098ca4e009c97d900a80b2700140a3f00ece2430024a14200fc7d2b00dcc03000188150005cf6da00d0abb0
                """),
        MeshoptFixture(
            name: "exponential of 24 bits in 12 bytes",
            stream: MeshoptStream(mode: .attributes, filter: .exponential, count: 12, stride: 12),
            bytes: """
                a1ffffff00b6c9ccab00e2178367802500fd8babe2b0f20f70305f60002d295e40555f00ca318f5a00313a2567b405154f65f606
                002f5beb05ab59d63bcb12f400d483035eb5958b9e1e295c003156d106a8d1e80e7576bf003b301d69ac0415535dee0c0047b70f
                91a1c6eadbaf7ca200bf2c2b455d8ea1d0fab36800266bc29584571b421e1263003d3e2b63aa0111535df4080000000000000000
                007ea27afbf9beab0116a47100000000
                """,
            decoded: """
                fc4475480e8228cb2c48e34ab247c63b3eae5bbc1c7677bbe8ba1d4a9a3204c82cb59c4ab40ffb407ac8a940e476a1bff80ec4a6
                74262e268a42c82608a1e453388e28d1181a32d1ea9305526edb0452ae72f450d283854cbcb193cc98d1594cb20cb0b8f81385b7
                445f65b71add639fc4f47aa0f465c69f66c38d5cb21e85db7819b5dc4023665e423cbb5e2a4fe75e
                """),
        MeshoptFixture(
            name: "exponential of 7 bits in 12 bytes",
            stream: MeshoptStream(mode: .attributes, filter: .exponential, count: 12, stride: 12),
            bytes: """
                a0013fffff001a2e3b5c2b0987328e474301098121000109812100013fffff00623b70fb4c4053628b1a06013fffff005a335c16
                37545703033f8a01021902000102190200013fffff00623b70fb4c4053628b1a06013ffeff000f4c5f9e6f7e5562340301009860
                000100986000013fffff00623b70fb4c4053628b1a060000000000000000000000000000000000000000efffffefc7ffffefd9ff
                ffef
                """,
            decoded: """
                000008b90000e4b900009cb9000080d0000040d100003cd200009842000018c3000010c2000030de0000005e000064df00000c20
                0000981f0000b01f00005032000010b2000008b300000042000004430000e842000070ae000030ad0000f02d00008cc60000d0c5
                0000d0c5000090230000f0a2000090230000000000003caa0000782a000088ab0000302b0000f02b
                """),
        MeshoptFixture(
            name: "color of 8 bits in 4 bytes",
            stream: MeshoptStream(mode: .attributes, filter: .color, count: 12, stride: 4),
            bytes: """
                a1ff00fe654215b11f4c607aa148004c4f03442c717e273de9c50078cbeeb138653b8a0835c20063842f08362c4b3f064fee0000
                000000000000000000000000000000000037c6f9bf00
                """,
            decoded: """
                0430787f6deb951b7852f09f20ea9c6f9086c87731493dac1b0699d89e0e9e8c75839d4c8fc4f553e458340344dd5af0
                """),
        MeshoptFixture(
            name: "color of 5 bits in 4 bytes",
            stream: MeshoptStream(mode: .attributes, filter: .color, count: 12, stride: 4),
            bytes: """
                a15d020f07d5f1180d00001210001108191412030213050e00020a1af3f5ab4b000011100209a016b07f50000012000000000000
                000000000000000000000000000f07fd1a00
                """,
            decoded: """
                ce635aa5a5d6c55aceceada519d6cea57b528c9cbd293ac5adad4a63c58c526342ad73217b9cdebda5ad94849c428c84
                """),
        MeshoptFixture(
            name: "color of 10 bits in 8 bytes",
            stream: MeshoptStream(mode: .attributes, filter: .color, count: 12, stride: 8),
            bytes: """
                a17777007c630cde49ae83b504cc830118e04e0003030032a4b4110a69424fc49d350122e29300040400dfa6d5a45d7814aa85a7
                900109bd6900030400d622def61adf8615dc301f01186190000000000000000000000000000000820176fec3ffed030100
                """,
            decoded: """
                430d545174d2fdf6279fd964b5d70b2c44121b6dc821edb431c5c5138a273aec1a6a38e433d1ca29fbed040f74d22bb05967ecb3
                59663df8b6dcd965124bc619a18641042289249464900d34c821124b32cbb5d821841557c821165a79e8134f
                """),
        MeshoptFixture(
            name: "color of 16 bits in 8 bytes",
            stream: MeshoptStream(mode: .attributes, filter: .color, count: 12, stride: 8),
            bytes: """
                a1ffff00c3c3f8fcf40924d5faf274009b065a7537c9dd61c2062b0053076f8306041c445bb50f007c675e2855bead8615550000
                c46bc64a04035cf7b031b3003d6d21a21b923163e421060047d829f22ab64c779b3aa600416a426d6025310b4a25420000000000
                0000000000000000006d96a7b54d0f97ac0000
                """,
            decoded: """
                c73cbaa579d12f59d94aba38df63e716a9512205b7d2bf818abd012108e194c3a147a436a34187541c0d200c185fb0b41bbe19f0
                1352678f0d115968e952b35d40557206d8103b51373947d82b0b9f9a6e22a7cb1849d874fa0987b8b4307fb7
                """),
        MeshoptFixture(
            name: "triangles of a grid, 2 bytes, version 0",
            stream: MeshoptStream(mode: .triangles, count: 120, stride: 2),
            bytes: """
                e0fe1f100f100f100f100ffe1f190f180f170f160fff1f160f160f160f160fff1f160f160f160f160f0f0c02020202029f020202
                0202025f090c02020202025f090c0202020202007687566778a9866589689801690000
                """,
            decoded: """
                000001000600060001000700070001000200070002000800080002000300080003000900090003000400090004000a000a000400
                05000a0005000b00060007000c000c0007000d000d00070008000d0008000e000e00080009000e0009000f000f0009000a000f00
                0a00100010000a000b0010000b0011000c000d00120012000d00130013000d000e0013000e00140014000e000f0014000f001500
                15000f001000150010001600160010001100160011001700120013001800180013001900190013001400190014001a001a001400
                15001a0015001b001b00150016001b0016001c001c00160017001c0017001d00
                """),
        MeshoptFixture(
            name: "triangles of a grid, 4 bytes, version 0",
            stream: MeshoptStream(mode: .triangles, count: 120, stride: 4),
            bytes: """
                e0fe1f100f100f100f100ffe1f190f180f170f160fff1f160f160f160f160fff1f160f160f160f160f0f0c02020202029f020202
                0202025f090c02020202025f090c0202020202007687566778a9866589689801690000
                """,
            decoded: """
                00000000010000000600000006000000010000000700000007000000010000000200000007000000020000000800000008000000
                020000000300000008000000030000000900000009000000030000000400000009000000040000000a0000000a00000004000000
                050000000a000000050000000b00000006000000070000000c0000000c000000070000000d0000000d0000000700000008000000
                0d000000080000000e0000000e00000008000000090000000e000000090000000f0000000f000000090000000a0000000f000000
                0a00000010000000100000000a0000000b000000100000000b000000110000000c0000000d00000012000000120000000d000000
                13000000130000000d0000000e000000130000000e00000014000000140000000e0000000f000000140000000f00000015000000
                150000000f0000001000000015000000100000001600000016000000100000001100000016000000110000001700000012000000
                130000001800000018000000130000001900000019000000130000001400000019000000140000001a0000001a00000014000000
                150000001a000000150000001b0000001b00000015000000160000001b000000160000001c0000001c0000001600000017000000
                1c000000170000001d000000
                """),
        MeshoptFixture(
            name: "triangles without order, version 0",
            stream: MeshoptStream(mode: .triangles, count: 60, stride: 4),
            bytes: """
                e0feffffff72ffffffbffffffffffefffffffffffeff001eff05100aff0e2f3e3f2b19ff16160ea607ff0e2d0c18cf312a7f2f40
                fb1331fa46048f1bff0e0f15ff07062efa0c0d8c11f30b16fa37007687566778a9866589689801690000
                """,
            decoded: """
                00000000000000000f0000000c000000140000001900000020000000080000002700000011000000200000000400000019000000
                14000000270000000f0000001a000000210000001d0000001400000027000000240000000d000000130000001100000004000000
                1f00000006000000080000001b000000030000001d0000002300000019000000000000001a000000230000002500000024000000
                0100000006000000170000001e000000160000000b000000070000000a0000002100000027000000200000002300000017000000
                1e00000023000000110000001c00000027000000020000000000000016000000
                """),
        MeshoptFixture(
            name: "two lists of triangles, version 0",
            stream: MeshoptStream(mode: .triangles, count: 96, stride: 2),
            bytes: """
                e0fe1f100f100f100fcf1f160f150f140ffe0d1c0b1a091807c6151b04190317020f0a020202020202020202fe1b007687566778
                a9866589689801690000
                """,
            decoded: """
                00000100050005000100060006000100020006000200070007000200030007000300080008000300040008000400090005000600
                0a000a0006000b000b00060007000b0007000c000c00070008000c0008000d000d00080009000d0009000e000500000001000500
                01000600060001000200060002000700070002000300070003000800080003000400080004000900050006000a000a0006000b00
                0b00060007000b0007000c000c00070008000c0008000d000d00080009000d0009000e00
                """),
        MeshoptFixture(
            name: "no triangle, version 0",
            stream: MeshoptStream(mode: .triangles, count: 0, stride: 4),
            bytes: "e0007687566778a9866589689801690000",
            decoded: ""),
        MeshoptFixture(
            name: "indices, version 0",
            stream: MeshoptStream(mode: .indices, count: 60, stride: 4),
            bytes: """
                d000e15d040904090409040904090409040904090409040904090409040904090409040904090409040904090409040904090409
                0409040904090409040900000000
                """,
            decoded: """
                00000000b80b000001000000ba0b000002000000bc0b000003000000be0b000004000000c00b000005000000c20b000006000000
                c40b000007000000c60b000008000000c80b000009000000ca0b00000a000000cc0b00000b000000ce0b00000c000000d00b0000
                0d000000d20b00000e000000d40b00000f000000d60b000010000000d80b000011000000da0b000012000000dc0b000013000000
                de0b000014000000e00b000015000000e20b000016000000e40b000017000000e60b000018000000e80b000019000000ea0b0000
                1a000000ec0b00001b000000ee0b00001c000000f00b00001d000000f20b0000
                """),
        MeshoptFixture(
            name: "no index, version 0",
            stream: MeshoptStream(mode: .indices, count: 0, stride: 2),
            bytes: "d000000000",
            decoded: ""),
        MeshoptFixture(
            name: "triangles of a grid, 2 bytes, version 1",
            stream: MeshoptStream(mode: .triangles, count: 120, stride: 2),
            bytes: """
                e1fe1e100e100e100e100efe1e190e180e170e160eff1e160e160e160e160eff1e160e160e160e160e0f0c9f025f090c5f090c00
                7687566778a9866589689801690000
                """,
            decoded: """
                000001000600060001000700070001000200070002000800080002000300080003000900090003000400090004000a000a000400
                05000a0005000b00060007000c000c0007000d000d00070008000d0008000e000e00080009000e0009000f000f0009000a000f00
                0a00100010000a000b0010000b0011000c000d00120012000d00130013000d000e0013000e00140014000e000f0014000f001500
                15000f001000150010001600160010001100160011001700120013001800180013001900190013001400190014001a001a001400
                15001a0015001b001b00150016001b0016001c001c00160017001c0017001d00
                """),
        MeshoptFixture(
            name: "triangles of a grid, 4 bytes, version 1",
            stream: MeshoptStream(mode: .triangles, count: 120, stride: 4),
            bytes: """
                e1fe1e100e100e100e100efe1e190e180e170e160eff1e160e160e160e160eff1e160e160e160e160e0f0c9f025f090c5f090c00
                7687566778a9866589689801690000
                """,
            decoded: """
                00000000010000000600000006000000010000000700000007000000010000000200000007000000020000000800000008000000
                020000000300000008000000030000000900000009000000030000000400000009000000040000000a0000000a00000004000000
                050000000a000000050000000b00000006000000070000000c0000000c000000070000000d0000000d0000000700000008000000
                0d000000080000000e0000000e00000008000000090000000e000000090000000f0000000f000000090000000a0000000f000000
                0a00000010000000100000000a0000000b000000100000000b000000110000000c0000000d00000012000000120000000d000000
                13000000130000000d0000000e000000130000000e00000014000000140000000e0000000f000000140000000f00000015000000
                150000000f0000001000000015000000100000001600000016000000100000001100000016000000110000001700000012000000
                130000001800000018000000130000001900000019000000130000001400000019000000140000001a0000001a00000014000000
                150000001a000000150000001b0000001b00000015000000160000001b000000160000001c0000001c0000001600000017000000
                1c000000170000001d000000
                """),
        MeshoptFixture(
            name: "triangles without order, version 1",
            stream: MeshoptStream(mode: .triangles, count: 60, stride: 4),
            bytes: """
                e1fffffffffffffffffffffeffffffffffffffffffff4e2b16ff10452cff1008032f0a25f70a1dfd0b3eff230f012f3e31ff0928
                08ff003b4aff0519850adf2516fc1107ff38043df44027310cf815099706f72a35007687566778a9866589689801690000
                """,
            decoded: """
                27000000110000001c0000002400000001000000170000001f000000230000002100000026000000230000001300000018000000
                090000000100000003000000220000002700000010000000080000000700000026000000080000000d000000080000001c000000
                200000002000000002000000270000000000000024000000170000001c0000001c00000002000000090000000700000014000000
                0b00000007000000080000002300000025000000060000002600000012000000070000001800000006000000120000000d000000
                080000000b0000000b0000000700000025000000200000000500000006000000
                """),
        MeshoptFixture(
            name: "two lists of triangles, version 1",
            stream: MeshoptStream(mode: .triangles, count: 96, stride: 2),
            bytes: """
                e1fe1e100e100e100ece1e160e150e140efe001f001e001e00c0101600150014000f0afe1b04007687566778a986658968980169
                0000
                """,
            decoded: """
                00000100050005000100060006000100020006000200070007000200030007000300080008000300040008000400090005000600
                0a000a0006000b000b00060007000b0007000c000c00070008000c0008000d000d00080009000d0009000e000500000001000500
                01000600060001000200060002000700070002000300070003000800080003000400080004000900050006000a000a0006000b00
                0b00060007000b0007000c000c00070008000c0008000d000d00080009000d0009000e00
                """),
        MeshoptFixture(
            name: "no triangle, version 1",
            stream: MeshoptStream(mode: .triangles, count: 0, stride: 4),
            bytes: "e1007687566778a9866589689801690000",
            decoded: ""),
        MeshoptFixture(
            name: "indices, version 1",
            stream: MeshoptStream(mode: .indices, count: 60, stride: 2),
            bytes: """
                d100e15d040904090409040904090409040904090409040904090409040904090409040904090409040904090409040904090409
                0409040904090409040900000000
                """,
            decoded: """
                0000b80b0100ba0b0200bc0b0300be0b0400c00b0500c20b0600c40b0700c60b0800c80b0900ca0b0a00cc0b0b00ce0b0c00d00b
                0d00d20b0e00d40b0f00d60b1000d80b1100da0b1200dc0b1300de0b1400e00b1500e20b1600e40b1700e60b1800e80b1900ea0b
                1a00ec0b1b00ee0b1c00f00b1d00f20b
                """),
        MeshoptFixture(
            name: "no index, version 1",
            stream: MeshoptStream(mode: .indices, count: 0, stride: 2),
            bytes: "d100000000",
            decoded: ""),
        MeshoptFixture(
            name: "large indices",
            stream: MeshoptStream(mode: .triangles, count: 30, stride: 4),
            bytes: """
                e1ffffffffffffffffffffffb4bbff23c4bb82980abafd848904ffa188d278b0c7c84afba9ca8305ffbe8ee9e70183fceec304f4
                809d8f01ffb1c9829d06d6f781f40dfff6fef801ffc1a4bed606f5df948403bf87aeaf03ffa2a78beb02b6edd3f503b2e797a106
                ff8580d7e004c097c0cd04e5d5b3a604ff8dd380e204faa4879a0a9bf69b9b08ffa59885f504befaf0cc09e4c5d8fd02ff97c1d3
                c7038182fcdf01a9bea3a702007687566778a9866589689801690000
                """,
            decoded: """
                daee3f02bc3dc05319dd5074089bc66ce0ac6f71626236490186b357ffa675333947693ce0f4980acb32d9790b55496aea8be134
                eff39e1c0f32a901e09b5a183b17b5371411c8691131bd43f13695687ec12e46b7ac0e20f495af716618fc2f5372ab08f2907955
                64a2546d1832da5097b1da4202426630
                """),
        MeshoptFixture(
            name: "one triangle",
            stream: MeshoptStream(mode: .triangles, count: 3, stride: 2),
            bytes: "e1f0007687566778a9866589689801690000",
            decoded: "000001000200"),
        MeshoptFixture(
            name: "one index",
            stream: MeshoptStream(mode: .indices, count: 1, stride: 4),
            bytes: "d1b50200000000",
            decoded: "4d000000"),
        MeshoptFixture(
            name: "indices with jumps",
            stream: MeshoptStream(mode: .indices, count: 40, stride: 4),
            bytes: """
                d189e4e0ed05fce98286018bb58bc602acf4f6a103a794b478d881d9c801b5dabf289ae291ee03978fd53eecb0a8c303c9ebacb7
                0180b9ea42a1a9e19301be91a3f8048dc1d7ee01fce6f38f06ebeda2a005b6b9df9204c1f3a09a02baeea79102e9d8fe53f4d995
                9305f1d3f9a402eab6e8f403f7fcc66ea4af98ad04a7b68f59bad4a3cf02b5dab2348cf2b48002cbe5cee70196b6d0de04e9f9f9
                ee02d0fad19004b9cecb1f88b1a53b83c3d2950288bda745b3a6ffcb03ac86b0870100000000
                """,
            decoded: """
                820c6e173f2d3004df553d0dca9b3f1155137a09002c8517a20ebe0ab90f1408bcbcc808d4952e162e8a830ef43c4518569f2113
                c40a83047917971aa347021dbee9940575506c0c2ef8660ea6d2e10348e30611e32d7b18c47d2e1a08a7d408260eba16f12c3e1a
                5c17f11362f2c30fa9429415a540c717f655570edf39d20430f5ce1933595715feaecb1a55af31179d861e12f7265c19d091be03
                c227971d
                """),
    ]
}
