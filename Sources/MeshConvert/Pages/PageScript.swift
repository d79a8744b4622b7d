/// The parts of a page that are the same for each model. They are one text in the page: browsers load nothing.
enum PageScript {
    /// What the browser may load: nothing but what stands in the page.
    static let policy = #"default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src data:"#

    /// The whole script.
    static var whole: String {
        (["\"use strict\";"] + [matrices, model, shaders, drawing, looks, changes, view]).joined(separator: "\n")
    }
}
