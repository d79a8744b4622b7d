import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The page as a browser gets it: one document that loads nothing from elsewhere and takes no markup from a name.
enum PageDocument {
    /// What goes with every answer: no copy in a cache, no address in a referrer, no other site that shows it.
    static let guards: HTTPFields = [
        .cacheControl: "no-store", .xContentTypeOptions: "nosniff", .referrerPolicy: "no-referrer",
        .resourcePolicy: "same-origin",
    ]

    /// What the document may do: run its own script, and ask this server.
    static let policy: String = {
        let digest = { (text: String) in
            var hash = SHA256()
            hash.update(Array(text.utf8))
            return "'sha256-\(Data(hash.finalize()).base64EncodedString())'"
        }
        return "default-src 'none'; script-src \(digest(PageScript.text)); style-src \(digest(PageStyle.text)); "
            + "connect-src 'self'; frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
    }()

    static func response() -> Response {
        let headers: HTTPFields = [.contentType: "text/html; charset=utf-8", .contentSecurityPolicy: policy]
        return Response(
            status: .ok, headers: headers.merging(guards), body: .init(byteBuffer: ByteBuffer(string: html)))
    }

    private static let html = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>meshconv: see what is kept</title>
        <link rel="icon" href="data:,">
        <style>\(PageStyle.text)</style>
        </head>
        <body>
        <header>
        <h1>See what is kept</h1>
        <p>Drop a model or a scan. Each format shows what it would lose, before you convert. Nothing leaves this machine.</p>
        </header>
        <section id="drop" aria-label="Files">
        <button id="choose">Choose files</button>
        <button id="folder">Choose a folder</button>
        <input id="files" type="file" multiple hidden>
        <input id="tree" type="file" webkitdirectory hidden>
        <p id="hint">or drop them anywhere on this page: a model with its textures, or a scan as folder or .zip</p>
        <p id="choice" hidden><label for="which">Model</label> <select id="which"></select> <button id="forget">Remove it</button></p>
        </section>
        <p id="said" role="status"></p>
        <main hidden>
        <section id="shown" aria-label="Preview">
        <div id="tabs" role="group" aria-label="What is shown"></div>
        <iframe id="preview" sandbox="allow-scripts" title="Preview of the model"></iframe>
        </section>
        <section id="targets" aria-label="Formats"></section>
        </main>
        <script>\(PageScript.text)</script>
        </body>
        </html>

        """
}
