/// A page in HTML around a model.
struct PageTemplate {
    /// The name of the model, as it stands: markup in it is text on the page.
    var title: String
    /// A line about the model.
    var facts: String

    /// The page up to the model, which stands there in base 64, and what follows it.
    var parts: (head: String, tail: String) {
        let head = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy"
            content="\(PageScript.policy)">
            <title>\(Self.escaped(title))</title>
            <style>
            \(PageScript.style)
            </style>
            </head>
            <body>
            <header><h1>\(Self.escaped(title))</h1><p>\(Self.escaped(facts))</p></header>
            <main>
            <canvas id="view" tabindex="0" role="img"
            aria-label="The model. Arrow keys turn it, with Shift they move it; plus and minus zoom."></canvas>
            <svg aria-hidden="true"><path id="line"/><path id="dots"/><path id="middle"/></svg>
            <p id="wait">Opening …</p>
            </main>
            <footer>
            <button id="fit">Show all</button>
            <button id="measure" aria-pressed="false">Measure</button>
            <span id="said" role="status"></span>
            <div id="clips" hidden>
            <label for="clip">Animation</label><select id="clip"></select>
            <button id="play">Play</button>
            <input id="time" type="range" min="0" step="any" aria-label="Time">
            <output id="moment"></output>
            </div>
            </footer>
            <script id="model" type="application/octet-stream">
            """
        return (head, "</script>\n<script>\n\(PageScript.whole)\n</script>\n</body>\n</html>\n")
    }

    /// Text that means nothing to a browser but itself. Control characters, which HTML forbids, become spaces.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": result += " "
            // They turn the direction of what follows.
            case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
