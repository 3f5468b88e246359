import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { z } from 'zod'
import { parseExactJson, stringifyExactJson } from '@/contract/exact-json'
import { openApiDocument } from './openapi-document'
import { type DocumentSchema, schemaDescription, schemaFields } from './schema-description'

type Html = ReturnType<typeof html>

const Schema = z.custom<DocumentSchema>((value) => typeof value === 'object' && value !== null)
const Content = z.record(
  z.string(),
  z.object({ schema: Schema, example: z.unknown().optional(), examples: z.record(z.string(), z.unknown()).optional() }),
)
const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: Schema })),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: Content.optional() })),
  'x-codeSamples': z.tuple([z.object({ source: z.string() })]),
})
/** The parts of the document that the page shows. */
const ShownDocument = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({
    examples: z.record(z.string(), z.object({ summary: z.string(), value: z.object({ detail: z.string() }) })),
    schemas: z.record(z.string(), Schema),
  }),
})
type Operation = z.infer<typeof Operation>

/** Renders paragraphs with `code` and **strong** words. */
function prose(text: string): Html[] {
  return text.split('\n\n').map((paragraph) => {
    const parts = paragraph.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
      if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`
      return part.startsWith('**') ? html`<strong>${part.slice(2, -2)}</strong>` : part
    })
    return html`<p>${parts}</p>`
  })
}

const json = (value: unknown) => html`<pre tabindex="0"><code>${stringifyExactJson(value, 2)}</code></pre>`

interface FieldDescription {
  name: string
  words: string
  more: string
}

/** @param region accessible name of the scrolling region, unique on the page */
function fieldTable(caption: string, fields: readonly FieldDescription[], region = caption): Html {
  const rows = fields.map(
    ({ name, words, more }) =>
      html`<tr>
        <th scope="row"><code>${name}</code></th>
        <td>${prose([words, more].filter(Boolean).join('. '))}</td>
      </tr>`,
  )
  return html`<div class="wide" tabindex="0" role="region" aria-label="${region}">
    <table>
      <caption>
        ${caption}
      </caption>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

function operationSection(path: string, method: string, operation: Operation): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation
  const fields = parameters.map((parameter) => ({
    name: parameter.name,
    words: `${parameter.in}${parameter.required ? ', required' : ''}: ${schemaDescription(parameter.schema)}`,
    more: parameter.schema.description ?? '',
  }))
  const body = requestBody?.content['application/json']
  const rows = Object.entries(responses).map(([status, response]) => {
    const example = response.content?.['application/json']
    return html`<tr>
        <th scope="row">${status}</th>
        <td>${prose(response.description)}</td>
      </tr>
      ${
        example
          ? html`<tr>
              <td colspan="2">${json(example.example)}</td>
            </tr>`
          : ''
      }`
  })
  return html`<section aria-labelledby="${operationId}">
    <h2 id="${operationId}">${summary}</h2>
    <p class="route"><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code></p>
    ${prose(description)} ${fieldTable('Parameters', fields, `Parameters of ${summary}`)}
    ${body ? fieldTable('Body', schemaFields(body.schema), `Body of ${summary}`) : ''}
    <h3>Request</h3>
    <pre tabindex="0"><code>${operation['x-codeSamples'][0].source}</code></pre>
    <h3>Answers</h3>
    <div class="wide" tabindex="0" role="region" aria-label="Answers of ${summary}">
      <table>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`
}

/** Returns the OpenAPI document as one HTML page without scripts, and a content security policy that allows only its style. */
export function docsPage(): { html: Html; contentSecurityPolicy: string } {
  const { info, paths, components } = ShownDocument.parse(parseExactJson(stringifyExactJson(openApiDocument())))
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const errors = Object.entries(components.examples).map(([name, { summary, value }]) => ({
    name,
    words: summary,
    more: `For example: ${value.detail}`,
  }))
  const styleHash = createHash('sha256').update(DOCS_STYLE).digest('base64')
  return {
    contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    html: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>${info.title}</title>
          ${raw(`<style>${DOCS_STYLE}</style>`)}
        </head>
        <body>
          <header>
            <h1>${info.title} <small>${info.version}</small></h1>
            <p>The same for programs: <a href="/openapi.json">OpenAPI document</a></p>
          </header>
          <nav aria-label="Contents">
            <ul>
              ${operations.map(({ operation: { operationId, summary } }) => html`<li><a href="#${operationId}">${summary}</a></li>`)}
              <li><a href="#errors">Errors</a></li>
              <li><a href="#resources">Resources</a></li>
            </ul>
          </nav>
          <main>
            ${prose(info.description)}
            ${operations.map(({ path, method, operation }) => operationSection(path, method, operation))}
            <section aria-labelledby="errors">
              <h2 id="errors">Errors</h2>
              ${fieldTable('Codes', errors)}
            </section>
            <section aria-labelledby="resources">
              <h2 id="resources">Resources</h2>
              ${Object.entries(components.schemas).map(
                ([name, schema]) =>
                  html`<h3 id="${name}">${name}</h3>
                    ${prose(schema.description ?? '')} ${fieldTable(`Fields of ${name}`, schemaFields(schema))}`,
              )}
            </section>
          </main>
        </body>
      </html>`,
  }
}

/** Styles of the documentation page: system fonts and colours, light or dark as the system prefers. */
const DOCS_STYLE = `
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
