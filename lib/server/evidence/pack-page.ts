import { createHash } from 'node:crypto'
import { visibleLines } from '@/contract/visible-text'
import { formatCount, formatNumber } from '../../format/amount'
import { formatDateTime } from '../../format/instant'
import { CHECK_VERDICT_NAMES } from '../../format/status-names'
import { cutText, type Evidence, type PackSection } from './pack-files'
import { MISSING_TITLE, type PackContent, sectionsOf } from './pack-sections'
import type { PackHead } from './pack-zip'

/** Markup of a page. Any other text in a page is escaped. */
class Markup {
  constructor(readonly html: string) {}
}

type Part = string | Markup | null | readonly (string | Markup | null)[]

/** Returns markup with its parts escaped, also invisible characters, which could reorder the text beside them. */
const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(strings.map((text, index) => `${text}${markupOf(parts[index] ?? null)}`).join(''))

function markupOf(part: Part): string {
  if (part === null) return ''
  if (part instanceof Markup) return part.html
  return typeof part === 'string' ? escaped(cutText(part, '…, whole in its file')) : part.map(markupOf).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => visibleLines(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const STYLE = `
:root{color-scheme:light;--ink:#16202c;--soft:#566272;--line:#d9dfe6;--good:#0b6b3f;--look:#9a4b00}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:2rem 1rem 4rem;color:var(--ink);background:#fff;font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
header{border-bottom:2px solid var(--ink);padding-bottom:1rem}
header p{margin:0;color:var(--soft);font-size:.8125rem;letter-spacing:.06em;text-transform:uppercase}
h1{margin:.25rem 0 0;font-size:1.75rem;line-height:1.2}
h2{margin:2.5rem 0 .5rem;font-size:1.125rem;break-after:avoid}
h2 small{color:var(--soft);font-weight:400;font-size:.875rem}
p{margin:.35rem 0;max-width:46rem}
a{color:#0a4fa3}
dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.25rem 1.5rem;margin:1.25rem 0}
dt{color:var(--soft)}dd{margin:0}
.verdict{margin:1.5rem 0;padding:.75rem 1rem;border-left:4px solid var(--look);background:#fff8ee}
.verdict.good{border-color:var(--good);background:#f0faf5}
.verdict strong{display:block;color:var(--look)}.verdict.good strong{color:var(--good)}
nav ol{columns:2;padding-left:1.25rem;margin:.5rem 0}
.wide{overflow-x:auto;margin:.75rem 0}
table{border-collapse:collapse;width:100%;min-width:34rem;font-size:.8125rem;line-height:1.4}
th,td{padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;min-width:4.5rem}
td{white-space:pre-line}
th{color:var(--soft);font-weight:600;border-bottom-color:var(--ink);overflow-wrap:normal}
.figure,td.figure{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums;min-width:0}
th.figure{white-space:normal}
code,.code{font:.75rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{margin:.75rem 0;padding:.75rem 1rem;background:#f4f6f8;white-space:pre-wrap}
footer{margin-top:3rem;color:var(--soft);font-size:.8125rem;border-top:1px solid var(--line);padding-top:.75rem}
@media(max-width:36rem){body{padding-top:1rem}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}nav ol{columns:1}}
@media print{@page{size:A4;margin:16mm 14mm}body{max-width:none;padding:0;font-size:10pt}a{color:inherit;text-decoration:none}.wide{overflow:visible}table{font-size:8pt;min-width:0}th,td{min-width:0;padding-right:.4rem}tr{break-inside:avoid}thead{display:table-header-group}.verdict,pre{-webkit-print-color-adjust:exact;print-color-adjust:exact;break-inside:avoid}}
`

/** Outside of the templates, because its hash covers every space. */
const STYLE_TAG = new Markup(`<style>${STYLE}</style>`)

/** Returns `index.html`: it reads by itself, has no script, and may load nothing. */
export function packPage(content: PackContent): string {
  const { head, evidence } = content
  const { subject, isComplete, missing } = head
  const sections = sectionsOf(content)
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`
  const contents = [...sections.map(({ title }) => title), VERIFY_TITLE]
  const { html: page } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>Evidence: ${subject}</title>
        ${STYLE_TAG}
      </head>
      <body>
        <header>
          <p>Evidence pack</p>
          <h1>${subject}</h1>
        </header>
        <main>
          ${factsOf(evidence)} ${verdictOf(evidence)}
          ${isComplete ? null : html`<div class="verdict"><strong>PARTIAL</strong>${formatCount(missing.length, 'part')} missing: see “${MISSING_TITLE}”.</div>`}
          <p>Made by ${head.madeBy}, ${head.role}, at ${formatDateTime(head.madeAt, 'UTC')} (UTC).</p>
          <nav aria-label="Contents">
            <h2>Contents</h2>
            <ol>
              ${contents.map((title, index) => html`<li><a href="#part-${String(index + 1)}">${title}</a></li>`)}
            </ol>
          </nav>
          ${sections.map((section, index) => sectionOf(section, index + 1))} ${verifySection(head, sections.length + 1)}
        </main>
        <footer>Made by the Billing Console ${head.console}. Times are UTC.</footer>
      </body>
    </html> `
  return page
}

const VERDICTS: Record<Evidence['verdict']['state'], string> = {
  ...CHECK_VERDICT_NAMES,
  agrees: 'Nothing needs a look',
}

const verdictOf = ({ verdict: { state, texts } }: Evidence) =>
  html`<div class="${state === 'agrees' ? 'verdict good' : 'verdict'}">
    <strong>${VERDICTS[state]}</strong>${texts.map((text) => html`<p>${text}</p>`)}
  </div>`

const factsOf = ({ facts = [] }: Evidence) =>
  facts.length === 0
    ? null
    : html`<dl>
        ${facts.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>`

const sectionOf = ({ title, texts, table }: PackSection, number: number) =>
  html`<section id="part-${String(number)}">
    <h2>${String(number)}. ${title}</h2>
    ${texts.map((text) => html`<p>${text}</p>`)}${table ? tableOf(title, table) : null}
  </section> `

/** The most characters of a table: the billing API decides how long its texts are, and how many. */
const MAX_TABLE = 400_000

function tableOf(title: string, { columns, rows }: NonNullable<PackSection['table']>): Markup {
  const shown: Markup[] = []
  let length = 0
  for (const row of rows) {
    const made = html`<tr>
      ${row.map((cell, index) => html`<td${columns[index]?.isFigure ? FIGURE : null}>${cell}</td>`)}
    </tr> `
    length += made.html.length
    if (length > MAX_TABLE) break
    shown.push(made)
  }
  const [some, all] = [formatNumber(shown.length), formatNumber(rows.length)]
  return html`<div class="wide" tabindex="0" role="region" aria-label="${title}">
      <table>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col" ${column.isFigure ? FIGURE : null}>${column.title}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${shown}
        </tbody>
      </table>
    </div>
    ${some === all ? null : html`<p>The first ${some} of ${all} rows; the files of this pack have all.</p>`}`
}

const FIGURE = new Markup(' class="figure"')

const VERIFY_TITLE = 'How to verify this pack'

const verifySection = ({ publicKey, source, requestId }: PackHead, number: number) =>
  html`<section id="part-${String(number)}">
    <h2>${String(number)}. ${VERIFY_TITLE}</h2>
    <p>
      Get the public key from the people who run the console, not from this pack: a forged pack names the forger’s key.
      If theirs differs from the one that signed this pack (<code>${publicKey}</code>), ask whether it was replaced.
    </p>
    <p>Keep the ZIP as it is. In a copy of the Billing Console, without a network or a database, run:</p>
    <pre><code>npm run console -- evidence verify FILE --key PUBLIC_KEY</code></pre>
    <p>
      It names each file that was changed, added or removed, and checks the hashes of the audit. Without the console:
      the SHA-256 hash of each file must be the one in <code>manifest.json</code>, and <code>manifest.sig</code> must be
      the Ed25519 signature (RFC 8032, base64) of the bytes of <code>manifest.json</code>.
    </p>
    <dl>
      <dt>Signed with</dt>
      <dd class="code">${publicKey}</dd>
      <dt>Billing API</dt>
      <dd>${source}</dd>
      <dt>Request ID</dt>
      <dd class="code">${requestId}</dd>
    </dl>
  </section> `
