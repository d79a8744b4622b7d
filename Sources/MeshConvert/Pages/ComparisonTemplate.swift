import MeshBytes

/// A page in HTML around two models.
struct ComparisonTemplate {
    var subject: ComparisonPage.Subject
    var attributes: [PageAttribute]
    /// A line about each model.
    var facts: [String]
    /// What is shown less of than there is.
    var remarks: [String]
    /// What the script colours.
    var coloring: JSONValue
    /// For each change whether something of it is coloured.
    var shows: [Bool]

    /// The most rows of a list: a file may hold any number of names.
    private static let mostRows = 500

    /// The page with the models before and after.
    func page(of models: [[UInt8]]) -> [UInt8] {
        let title = "\(subject.beforeName) → \(subject.afterName)"
        let body = """
            <header><h1>\(PageText.escaped(title))</h1><p>\(PageText.escaped(subject.verdict))</p>
            \(remarks.isEmpty ? "" : "<p>\(PageText.escaped(remarks.joined(separator: "; "))).</p>")</header>
            <div class="columns">
            <main>
            <div class="stage pair" id="stage">
            \(pane(0, "Before", subject.beforeName))
            \(pane(1, "After", subject.afterName))
            <p id="wait">Opening …</p>
            </div>
            <div class="controls">
            <button id="swipe" aria-pressed="false">Overlay</button>
            <input id="edge" type="range" min="0" max="100" value="50" aria-label="Share of the model before" hidden>
            \(PageTemplate.controls)
            </div>
            </main>
            <div class="texts">
            <section aria-labelledby="changes"><h2 id="changes">What is lost or changed</h2>
            \(changes)
            </section>
            <section aria-labelledby="values"><h2 id="values">Attributes and parts</h2>
            \(table)
            </section>
            \(route)
            <section aria-labelledby="report"><h2 id="report">Report</h2>
            <dl>\(subject.facts.map { "<dt>\($0.name)</dt><dd>\(PageText.escaped($0.value))</dd>" }.joined())</dl>
            </section>
            </div>
            </div>
            """
        return PageTemplate.page(
            title: title, body: body, models: [("model", models[0]), ("model2", models[1])],
            data: PageText.json(coloring))
    }

    private func pane(_ side: Int, _ role: String, _ name: String) -> String {
        """
        <figure class="pane">
        \(PageTemplate.pane(side == 0 ? "view" : "view2", "\(role): \(name)"))
        <figcaption><b>\(role)</b> \(PageText.escaped(name))<br>\(PageText.escaped(facts[side]))</figcaption>
        </figure>
        """
    }

    private var changes: String {
        guard !subject.changes.isEmpty else { return "<p>Nothing.</p>" }
        let rows = zip(subject.changes, shows).prefix(Self.mostRows).enumerated().map { number, row in
            let (change, isShown) = row
            let words = """
                <span class="swatch \(change.kind.rawValue)" aria-hidden="true"></span>
                <span class="what"><b>\(change.kind.word)</b> \(PageText.escaped(change.name))
                <span class="soft">\(PageText.escaped(change.amount))\
                \(change.remark.isEmpty ? "" : "; " + PageText.escaped(change.remark))</span></span>
                """
            return isShown
                ? "<li><button class=\"row\" data-row=\"\(number)\" aria-pressed=\"false\">\(words)</button></li>"
                : "<li><div class=\"row\">\(words)</div></li>"
        }
        let rest = subject.changes.count - rows.count
        let end = rest > 0 ? "<p>And \(PlainNumbers.grouped(rest)) more, which the report lists.</p>" : ""
        let hint =
            shows.contains(true)
            ? "<p class=\"soft\">Choose a row to see on the models what it is about; the rest turns grey. "
                + "Other rows are about what can't be seen there.</p>"
            : "<p class=\"soft\">None of it can be seen on the models.</p>"
        return """
            \(hint)
            <ul class="changes">
            \(rows.joined(separator: "\n"))
            </ul>
            <p id="legend" class="legend" hidden></p>
            \(end)
            """
    }

    private var table: String {
        guard !attributes.isEmpty else { return "<p>None.</p>" }
        let rows = attributes.prefix(Self.mostRows).map { row in
            let cells = row.sides.map { "<td>\(PageText.escaped($0 ?? "none"))</td>" }.joined()
            let style = row.state == "equal" ? "" : " class=\"differs\""
            return "<tr><th scope=\"row\">\(PageText.escaped(row.name))</th>\(cells)<td\(style)>\(row.state)</td></tr>"
        }
        return """
            <div class="wide" tabindex="0" role="region" aria-labelledby="values"><table>
            <thead><tr><th scope="col">What</th><th scope="col">Before</th><th scope="col">After</th>
            <th scope="col">State</th></tr></thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table></div>
            """
    }

    private var route: String {
        guard let route = subject.route else { return "" }
        return "<section aria-labelledby=\"way\"><h2 id=\"way\">Route</h2>\n\(route.svg)\n</section>"
    }
}
