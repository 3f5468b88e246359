/** Styles of the documentation page: system fonts and colours, light or dark as the system prefers. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1b1f24, #e6e8eb); --soft: light-dark(#59636e, #9aa4af);
  --page: light-dark(#ffffff, #14171a); --panel: light-dark(#f5f6f8, #1d2126); --line: light-dark(#d8dde3, #343a41);
  --link: light-dark(#0a58ca, #7db1ff); --danger: light-dark(#b42318, #ff9a8f); --write: light-dark(#8a4b00, #ffc27a); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 62rem; background: var(--page); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.75rem; } h1 small { color: var(--soft); font-size: 1rem; font-weight: 400; }
h2 { margin: 3rem 0 .5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); font-size: 1.35rem; }
h3 { margin: 1.75rem 0 .5rem; font-size: 1.05rem; }
p { margin: .5rem 0; max-width: 46rem; }
a { color: var(--link); }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1rem 0; padding: .75rem 0; list-style: none;
  border-block: 1px solid var(--line); }
code, pre { font: .875em/1.5 ui-monospace, monospace; }
p code, td code { padding: .05em .3em; border-radius: 4px; background: var(--panel); overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .75rem 1rem; max-height: 24rem; overflow: auto; border: 1px solid var(--line);
  border-radius: 6px; background: var(--panel); }
pre code { font-size: 1em; }
.route b { display: inline-block; margin-right: .5rem; color: var(--link); }
.route .post { color: var(--write); } .route .delete { color: var(--danger); }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
caption { padding: .75rem 0 .25rem; color: var(--soft); text-align: left; }
th, td { padding: .4rem .75rem .4rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
th { width: 1%; white-space: nowrap; font-weight: 600; } td > p { margin: 0; }
td[colspan] { max-width: 0; border-top: 0; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media (max-width: 40rem) { th { white-space: normal; overflow-wrap: anywhere; min-width: 7rem; } }
`
