import MeshBytes

/// A page in HTML around a model.
struct PageTemplate {
    /// The name of the model, as it stands: markup in it is text on the page.
    var title: String
    /// A line about the model.
    var facts: String

    /// The page with a model.
    func page(of model: [UInt8]) -> [UInt8] {
        let body = """
            <header><h1>\(PageText.escaped(title))</h1><p>\(PageText.escaped(facts))</p></header>
            <main class="stage">
            \(Self.pane("view", "The model."))
            <p id="wait">Opening …</p>
            </main>
            <footer>
            \(Self.controls)
            </footer>
            """
        return Self.page(title: title, body: body, models: [("model", model)])
    }

    /// A picture of a model, which the script draws.
    static func pane(_ id: String, _ label: String) -> String {
        """
        <canvas id="\(id)" tabindex="0" role="application" aria-roledescription="3D view" aria-describedby="keys"
        aria-label="\(PageText.escaped(label))"></canvas>
        <svg class="over" aria-hidden="true"><path class="line"/><path class="dots"/><path class="middle"/></svg>
        """
    }

    /// The buttons of a view.
    static let controls = #"""
        <button id="fit">Show all</button>
        <button id="measure" aria-pressed="false">Measure</button>
        <span id="said" role="status"></span>
        <div id="clips" hidden>
        <label for="clip">Animation</label><select id="clip"></select>
        <button id="play">Play</button>
        <input id="time" type="range" min="0" step="any" aria-label="Time">
        <output id="moment"></output>
        </div>
        <details><summary>Keys</summary><p id="keys">In a view: arrow keys turn, with Shift they move; + and − zoom;
        0 shows all; M measures, Enter takes the place in the middle; Space plays and pauses an animation, and , and . go
        back and on in it. Tab leads to the next control.</p></details>
        """#

    /// A page with models, which stand in it in base 64.
    static func page(title: String, body: String, models: [(id: String, glb: [UInt8])], data: String = "") -> [UInt8] {
        let head = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy"
            content="\(PageScript.policy)">
            <title>\(PageText.escaped(title))</title>
            <style>
            \(PageScript.style)
            </style>
            </head>
            <body>
            \(body)

            """
        var html = Array(head.utf8)
        for model in models {
            html += Array("<script id=\"\(model.id)\" type=\"application/octet-stream\">\n".utf8)
            html += Base64.encoded(model.glb) + Array("</script>\n".utf8)
        }
        if !data.isEmpty { html += Array("<script id=\"data\" type=\"application/json\">\(data)</script>\n".utf8) }
        return html + Array("<script>\n\(PageScript.whole)\n</script>\n</body>\n</html>\n".utf8)
    }
}
