extension PageScript {
    /// How the page looks, in light and dark.
    static let style = #"""
        :root {
            color-scheme: light dark;
            --paper: #ffffff; --ink: #1c1f23; --soft: #5a6068; --edge: #8a9099; --accent: #0b57d0; --ground: #eef0f3;
        }
        @media (prefers-color-scheme: dark) {
            :root { --paper: #16181b; --ink: #eceef0; --soft: #a9b0b8; --edge: #747b84; --accent: #8ab4f8; --ground: #24272b; }
        }
        * { box-sizing: border-box; }
        html, body { height: 100%; margin: 0; }
        body { display: flex; flex-direction: column; background: var(--paper); color: var(--ink); }
        body { font: 16px/1.5 system-ui, sans-serif; }
        header, footer { padding: 0.6rem 1rem; display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; align-items: center; }
        h1 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
        header p { margin: 0; color: var(--soft); overflow-wrap: anywhere; }
        main { position: relative; flex: 1; min-height: 12rem; background: var(--ground); }
        canvas, svg { position: absolute; inset: 0; width: 100%; height: 100%; }
        canvas { touch-action: none; }
        svg { pointer-events: none; fill: none; stroke: var(--accent); stroke-width: 2; }
        #dots { fill: var(--paper); }
        #wait { position: absolute; inset: 0; margin: auto; width: fit-content; height: fit-content; padding: 1rem; }
        button, select { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); }
        button, select { border-radius: 0.4rem; padding: 0.3rem 0.7rem; min-height: 2.2rem; max-width: 100%; }
        button[aria-pressed="true"] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
        input[type="range"] { flex: 1; min-width: 8rem; accent-color: var(--accent); }
        #clips { display: flex; flex: 1 1 20rem; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
        #clips[hidden], [hidden] { display: none; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
        #said { min-height: 1.5em; flex: 1 1 14rem; }
        """#
}
