import { inflateSync } from 'node:zlib'

/** A drawn piece of text. Screen readers skip an artifact. */
interface DrawnText {
  text: string
  isArtifact: boolean
}

export interface ReadPdf {
  /** The drawn texts of each page, in order. */
  pages: DrawnText[][]
  /** The PDF objects without their streams. */
  objects: string[]
}

/** Reads the text of a PDF through its glyph-to-character maps, as copying from a viewer does. */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes).toString('latin1')
  const objects = new Map<string, { dictionary: string; stream: string }>()
  for (const { 1: id = '', 2: body = '' } of file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(id, objectOf(body))
  const refIn = (dictionary: string, name: string) =>
    objects.get(new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1] ?? '')
  const kids = [...objects.values()].find(({ dictionary }) => dictionary.includes('/Type /Pages'))?.dictionary ?? ''
  const pages = [...(/\/Kids \[(.*?)\]/.exec(kids)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(({ 1: id = '' }) => {
    const page = objects.get(id)?.dictionary ?? ''
    const resources = refIn(page, 'Resources')?.dictionary ?? ''
    const fonts = new Map<string, string[]>()
    for (const { 1: name = '', 2: font = '' } of resources.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(name, charactersOf(refIn(objects.get(font)?.dictionary ?? '', 'ToUnicode')?.stream ?? ''))
    return drawnTexts(refIn(page, 'Contents')?.stream ?? '', fonts)
  })
  return { pages, objects: [...objects.values()].map(({ dictionary }) => dictionary) }
}

function objectOf(body: string): { dictionary: string; stream: string } {
  const [dictionary = '', stream] = body.split('\nstream\n', 1).concat(body.slice(body.indexOf('\nstream\n') + 8))
  if (!body.includes('\nstream\n') || stream === undefined) return { dictionary: body, stream: '' }
  const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0)
  const data = Buffer.from(stream.slice(0, length), 'latin1')
  return { dictionary, stream: (dictionary.includes('FlateDecode') ? inflateSync(data) : data).toString('latin1') }
}

/** Returns the characters of each glyph, by glyph number. */
function charactersOf(map: string): string[] {
  const ranges = [...map.matchAll(/<[\da-f]{4}> <[\da-f]{4}> \[(.*?)\]/g)].map(({ 1: range = '' }) => range)
  return [...ranges.join(' ').matchAll(/<([\da-f ]*)>/g)].map(({ 1: codes = '' }) =>
    Buffer.from(codes.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
  )
}

function drawnTexts(content: string, fonts: Map<string, string[]>): DrawnText[] {
  const texts: DrawnText[] = []
  let font: string[] = []
  let isArtifact = false
  /** The text that programs read instead of the glyphs. */
  let actual: string | undefined
  for (const line of content.split('\n')) {
    if (line.startsWith('/Artifact ')) isArtifact = true
    else if (line.startsWith('/ActualText (')) actual = unescaped(line.slice(13, -1))
    else if (line === 'EMC' && actual !== undefined) {
      texts.push({ text: actual, isArtifact })
      actual = undefined
    } else if (line === 'EMC') isArtifact = false
    else if (line.endsWith(' Tf')) font = fonts.get(line.slice(1, line.indexOf(' '))) ?? []
    else if (line.endsWith(' TJ') && actual === undefined) {
      const glyphs = [...line.matchAll(/<([\da-f]+)>/g)].flatMap(({ 1: hex = '' }) => hex.match(/.{4}/g) ?? [])
      texts.push({ text: glyphs.map((glyph) => font[Number.parseInt(glyph, 16)] ?? '?').join(''), isArtifact })
    }
  }
  return texts
}

const ESCAPES = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
])

/** Returns a string of a PDF in UTF-16, which starts with its byte order mark. */
const unescaped = (text: string) =>
  Buffer.from(
    text.replaceAll(/\\(.)/gs, (_, escaped: string) => ESCAPES.get(escaped) ?? escaped),
    'latin1',
  )
    .subarray(2)
    .swap16()
    .toString('utf16le')
