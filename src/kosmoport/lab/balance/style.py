"""The style sheet of a report: for phones and wide screens, light and dark, and for paper."""

STYLE = """
:root {
  color-scheme: light dark;
  --page: #ffffff; --ink: #1f2430; --soft: #586073; --rule: #d5d9e2; --tint: #f4f6fa;
  --first: #2f5fa8; --second: #b4540a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171d; --ink: #e6e9f0; --soft: #a3abbd; --rule: #39404e; --tint: #1c2129;
    --first: #8fb4f0; --second: #f0a468;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main, header, footer { max-width: 62rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1.5rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.5rem 0 .5rem; padding-top: .75rem;
     border-top: 1px solid var(--rule); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .25rem; }
p, ul { margin: .5rem 0; max-width: 44rem; }
ul { padding-left: 1.25rem; }
li { margin: .35rem 0; }
.credits, .facts, footer { color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; max-width: none; margin: .75rem 0; padding: 0;
         list-style: none; }
.facts li { margin: 0; }
.facts b { color: var(--ink); font-weight: 600; }
.short ul { max-width: none; }
.short h2 { margin: .25rem 0; padding: 0; border: 0; font-size: 1.1rem; }
.short { background: var(--tint); border-left: 4px solid var(--first); padding: .5rem 1rem; }
.plots { display: grid; gap: 1rem 1.5rem;
         grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); }
figure { margin: .75rem 0; max-width: 30rem; }
figcaption { font-weight: 600; margin-bottom: .25rem; }
svg { display: block; width: 100%; height: auto; }
table { border-collapse: collapse; margin: .75rem 0 1.25rem; width: 100%;
        font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: .35rem; }
th, td { padding: .4rem .6rem .4rem 0; text-align: left; vertical-align: top;
         border-bottom: 1px solid var(--rule); }
thead th { border-bottom: 2px solid var(--rule); font-size: .875rem; vertical-align: bottom; }
tbody th { font-weight: 400; min-width: 6.5rem; }
td { white-space: nowrap; }
tbody code { overflow-wrap: anywhere; }
small { color: var(--soft); font-size: .8125rem; white-space: nowrap; }
small.words, small.sure { display: block; white-space: normal; }
small.sure { color: var(--ink); font-weight: 700; }
.bar { display: block; height: .4rem; margin: .3rem 0 .1rem; min-width: 1px; background: var(--first); }
details { margin: .5rem 0 1rem; }
summary { cursor: pointer; color: var(--soft); }
code { font: .875rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { background: var(--tint); padding: .75rem 1rem; white-space: pre-wrap; margin: .5rem 0; }
footer { margin-top: 2.5rem; padding-bottom: 2rem; font-size: .875rem; }
@media (max-width: 40rem) {
  h1 { font-size: 1.5rem; }
  thead, tbody, caption, table { display: block; }
  tr { display: grid; grid-template-columns: repeat(var(--columns), 1fr); gap: 0 .5rem; padding: .35rem 0;
       border-bottom: 1px solid var(--rule); }
  thead tr { border-bottom-width: 2px; }
  thead th:first-child, tbody th { grid-column: 1 / -1; }
  thead th:first-child:empty { display: none; }
  th, td, thead th { border: 0; padding: .1rem 0; }
  td { white-space: normal; }
  td small { font-size: .75rem; display: block; }
}
@media print {
  :root {
    color-scheme: light;
    --page: #ffffff; --ink: #000000; --soft: #444444; --rule: #bbbbbb; --tint: #ffffff;
    --first: #2f5fa8; --second: #b4540a;
  }
  body { font-size: 10pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  h2, h3, caption, figcaption { break-after: avoid; }
  figure, tr { break-inside: avoid; }
  details:not([open]) { display: none; }
}
"""
