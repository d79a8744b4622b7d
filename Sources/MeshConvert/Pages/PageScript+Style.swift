extension PageScript {
    /// How the page looks, in light and dark.
    static let style = #"""
        :root {
            color-scheme: light dark;
            --paper: #ffffff; --ink: #1c1f23; --soft: #545a62; --edge: #777d86; --accent: #0b57d0; --ground: #eef0f3;
            --lost: #d55e00; --changed: #0072b2; --form: #b0608f; --added: #008f68;
        }
        @media (prefers-color-scheme: dark) {
            :root { --paper: #16181b; --ink: #eceef0; --soft: #b3bac2; --edge: #8a919b; --accent: #8ab4f8; --ground: #24272b; }
        }
        * { box-sizing: border-box; }
        html, body { height: 100%; margin: 0; }
        body { display: flex; flex-direction: column; background: var(--paper); color: var(--ink); }
        body { font: 16px/1.5 system-ui, sans-serif; }
        header, footer, .controls { padding: 0.6rem 1rem; display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; align-items: center; }
        h1 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
        h2 { font-size: 1.05rem; margin: 1rem 0 0.3rem; }
        header p { margin: 0; color: var(--soft); overflow-wrap: anywhere; }
        .stage { position: relative; flex: 1; min-height: 12rem; background: var(--ground); }
        canvas, svg.over { position: absolute; inset: 0; width: 100%; height: 100%; }
        canvas { touch-action: none; }
        svg.over { pointer-events: none; fill: none; stroke: var(--accent); stroke-width: 2; }
        .dots { fill: var(--paper); }
        #wait { position: absolute; inset: 0; margin: auto; width: fit-content; height: fit-content; padding: 1rem; }
        button, select { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); }
        button, select { border-radius: 0.4rem; padding: 0.3rem 0.7rem; min-height: 2.2rem; max-width: 100%; }
        button[aria-pressed="true"] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
        input[type="range"] { flex: 1; min-width: 8rem; accent-color: var(--accent); }
        #clips { display: flex; flex: 1 1 20rem; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
        #clips[hidden], [hidden] { display: none; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
        #said { min-height: 1.5em; flex: 1 1 14rem; }
        details { flex-basis: 100%; color: var(--soft); }
        summary { width: fit-content; padding: 0.2rem 0.4rem; }
        details p { margin: 0; }
        .columns { flex: 1; min-height: 0; }
        .columns main { display: flex; flex-direction: column; height: 75vh; min-height: 22rem; }
        .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 2px; background: var(--edge); }
        .pane { position: relative; margin: 0; background: var(--ground); min-height: 9rem; }
        figcaption { position: absolute; left: 0; top: 0; max-width: 100%; padding: 0.2rem 0.6rem; background: var(--paper); }
        figcaption { font-size: 0.85rem; overflow-wrap: anywhere; pointer-events: none; border-radius: 0 0 0.4rem 0; }
        .overlaid { grid-template: 1fr / 1fr; }
        .overlaid .pane { grid-area: 1 / 1; }
        .overlaid .pane + .pane figcaption { left: auto; right: 0; border-radius: 0 0 0 0.4rem; }
        .overlaid figcaption { max-width: 50%; }
        .texts { padding: 0 1rem 1rem; }
        .soft { color: var(--soft); }
        ul.changes { list-style: none; margin: 0; padding: 0; }
        .row { display: flex; gap: 0.6rem; align-items: baseline; width: 100%; text-align: left; padding: 0.4rem 0.7rem; }
        .row { border: 1px solid transparent; margin: 0 0 0.25rem; overflow-wrap: anywhere; min-width: 0; }
        button.row { border-color: var(--edge); }
        .what { min-width: 0; }
        .swatch { flex: none; display: inline-block; width: 0.9rem; height: 0.9rem; border-radius: 0.2rem; }
        .swatch { box-shadow: 0 0 0 1px var(--edge); }
        .lost { background: var(--lost); fill: var(--lost); }
        .changed { background: var(--changed); fill: var(--changed); }
        .form { background: var(--form); fill: var(--form); }
        .added { background: var(--added); fill: var(--added); }
        .wide { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
        th, td { text-align: left; padding: 0.25rem 0.6rem 0.25rem 0; border-bottom: 1px solid var(--edge); vertical-align: top; }
        .differs { font-weight: 600; }
        svg.route { display: block; width: 100%; max-width: 30rem; }
        svg.route .format { fill: var(--ground); stroke: var(--edge); }
        svg.route .way { stroke: var(--edge); stroke-width: 2; }
        svg.route .stop { fill: var(--paper); stroke: var(--edge); stroke-width: 2; }
        svg.route text { fill: var(--ink); font: 13px system-ui, sans-serif; }
        svg.route .name { font-weight: 600; }
        svg.route .role { fill: var(--soft); font-size: 12px; }
        dl { display: grid; grid-template-columns: auto 1fr; gap: 0.2rem 1rem; margin: 0; overflow-wrap: anywhere; }
        dd { margin: 0; }
        @media (max-width: 600px) {
            .pair { grid-template-columns: 1fr; }
            .columns main { height: 90vh; }
        }
        @media (min-width: 1100px) {
            .columns { display: grid; grid-template-columns: 1fr 28rem; }
            .columns main { height: auto; min-height: 0; }
            .texts { overflow-y: auto; min-height: 0; }
            .columns + * { display: none; }
            body:has(.columns) { overflow: hidden; }
        }
        @media (prefers-reduced-motion: reduce) { * { scroll-behavior: auto; transition: none; animation: none; } }
        """#
}
