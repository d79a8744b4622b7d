/// How the page looks, in light and dark, narrow and wide.
enum PageStyle {
    static let text = #"""
        :root {
            color-scheme: light dark;
            --paper: #ffffff; --ink: #1c1f23; --soft: #5a6068; --edge: #757c85; --accent: #0b57d0; --ground: #eef0f3;
            --kept: #14662b; --lost: #a3231a;
        }
        @media (prefers-color-scheme: dark) {
            :root {
                --paper: #16181b; --ink: #eceef0; --soft: #a9b0b8; --edge: #7d848d; --accent: #8ab4f8; --ground: #24272b;
                --kept: #7ed492; --lost: #ff9a90;
            }
        }
        * { box-sizing: border-box; }
        body { margin: 0 auto; padding: 1rem; max-width: 96rem; background: var(--paper); color: var(--ink); }
        body { font: 16px/1.5 system-ui, sans-serif; }
        body.over { outline: 4px dashed var(--accent); outline-offset: -8px; }
        h1 { font-size: 1.4rem; margin: 0; }
        h2 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere; }
        p { margin: 0.3rem 0; overflow-wrap: anywhere; }
        header p, #hint, small { color: var(--soft); }
        #drop { border: 2px dashed var(--edge); border-radius: 0.6rem; padding: 1rem; margin: 1rem 0; }
        button, select { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); }
        button, select { border-radius: 0.4rem; padding: 0.3rem 0.7rem; min-height: 2.2rem; max-width: 100%; }
        button:disabled { color: var(--soft); border-style: dotted; }
        button[aria-pressed="true"] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
        a { color: var(--accent); overflow-wrap: anywhere; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        main { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
        main[hidden], [hidden] { display: none; }
        @media (min-width: 60rem) { main { grid-template-columns: minmax(0, 3fr) minmax(22rem, 2fr); } }
        @media (min-width: 60rem) { #shown { position: sticky; top: 1rem; align-self: start; } }
        #tabs { display: flex; flex-wrap: wrap; gap: 0.4rem; margin-bottom: 0.4rem; }
        iframe { width: 100%; height: 70vh; min-height: 20rem; border: 1px solid var(--edge); border-radius: 0.6rem; }
        article { border: 1px solid var(--edge); border-radius: 0.6rem; padding: 0.7rem 0.9rem; margin-bottom: 0.7rem; }
        article > div { display: flex; flex-wrap: wrap; gap: 0.4rem 0.8rem; align-items: baseline; }
        article button { margin-left: auto; }
        .kept { color: var(--kept); }
        .lost { color: var(--lost); }
        ul { margin: 0.3rem 0 0; padding-left: 1.2rem; }
        li { overflow-wrap: anywhere; }
        summary { cursor: pointer; color: var(--soft); }
        """#
}
