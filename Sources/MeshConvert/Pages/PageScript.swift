/// The parts of a page that are the same for each model. They are one text in the page: browsers load nothing.
enum PageScript {
    /// The whole script.
    static var whole: String {
        (["\"use strict\";"] + [matrices, model, shaders, drawing, looks, view]).joined(separator: "\n")
    }
}
