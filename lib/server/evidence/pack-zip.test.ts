import { generateKeyPairSync } from 'node:crypto'
import { unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { volume } from '@/scripts/test/volume.mjs'
import { PACK_HEAD } from '@/testing/console/pack-head'
import { packZip, verifyPack } from './pack-zip'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) })
const FILES = [file('index.html', '<p>'), file('responses/001.json', '{"total":1}'), file('empty.json', '')]
const ZIP = packZip(FILES, PACK_HEAD, privateKey)

const problemsOf = (zip: Uint8Array, key = publicKey) => verifyPack(zip, key).problems
/** Writes other files as the console writes a ZIP. */
const rezipped = (change: (files: Record<string, Uint8Array>) => void) => {
  const files = unzipSync(ZIP)
  change(files)
  return zipSync(files, { level: 0, mtime: new Date(1980, 0, 1) })
}
/** Replaces a name by another of the same length, wherever it occurs. */
const renamed = (zip: Uint8Array, from: string, to: string) =>
  Buffer.from(Buffer.from(zip).toString('latin1').replaceAll(from, to), 'latin1')

describe('packZip', () => {
  it('gives the same bytes for the same files, and files that verify', () => {
    expect(Buffer.from(packZip(FILES, PACK_HEAD, privateKey)).equals(ZIP)).toBe(true)
    const { problems, manifest, files } = verifyPack(ZIP, publicKey)
    expect(problems).toEqual([])
    expect(manifest).toMatchObject({ ...PACK_HEAD, files: FILES.map(({ name }) => ({ name })) })
    expect(Buffer.from(files.get('responses/001.json') ?? []).toString()).toBe('{"total":1}')
  })

  it('writes ZIPs that do not depend on the time zone', () => {
    const before = process.env.TZ
    process.env.TZ = 'Pacific/Auckland'
    expect(Buffer.from(packZip(FILES, PACK_HEAD, privateKey)).equals(ZIP)).toBe(true)
    process.env.TZ = before ?? ''
  })
})

describe('verifyPack', () => {
  it('reports every changed bit of a pack', () => {
    // In a normal run one bit of each byte.
    const bits = volume({ test: 1, prove: 8 })
    const missed: string[] = []
    for (let at = 0; at < ZIP.length; at += 1)
      for (let nth = 0; nth < bits; nth += 1) {
        const changed = Buffer.from(ZIP)
        const bit = bits === 1 ? at % 8 : nth
        changed[at] = (changed[at] ?? 0) ^ (1 << bit)
        if (problemsOf(changed).length === 0) missed.push(`${at}:${bit}`)
      }
    expect(missed).toEqual([])
    expect(ZIP.length).toBeGreaterThan(1_000)
  })

  it('reports every cut, and bytes before or after the pack', () => {
    const missed: number[] = []
    for (let length = 0; length < ZIP.length; length += 1)
      if (problemsOf(ZIP.subarray(0, length)).length === 0) missed.push(length)
    expect(missed).toEqual([])
    for (const more of ['x', 'PK', '\0'.repeat(22)]) {
      expect(problemsOf(Buffer.concat([ZIP, Buffer.from(more)]))).not.toEqual([])
      expect(problemsOf(Buffer.concat([Buffer.from(more), ZIP]))).not.toEqual([])
    }
    expect(problemsOf(Buffer.concat([ZIP, ZIP]))).not.toEqual([])
  })

  it('names each file that was changed, removed or added', () => {
    expect(problemsOf(rezipped((files) => (files['index.html'] = Buffer.from('<b>'))))).toEqual(['index.html: changed'])
    expect(problemsOf(rezipped((files) => delete files['empty.json']))).toEqual(['empty.json: removed'])
    expect(problemsOf(rezipped((files) => (files['more.html'] = Buffer.from(''))))).toEqual(['more.html: added'])
    expect(problemsOf(rezipped((files) => delete files['manifest.sig']))).toEqual([
      'manifest.sig: removed, so nothing proves the rest',
    ])
    expect(problemsOf(rezipped((files) => delete files['manifest.json']))).toEqual(['manifest.json: removed'])
  })

  it('rejects names that point elsewhere, twice the same name, and compressed files', () => {
    expect(problemsOf(rezipped((files) => (files['../../etc/passwd'] = Buffer.from('root'))))).toEqual([
      '../../etc/passwd: added',
    ])
    const withTwin = rezipped((files) => (files['index.htmk'] = Buffer.from('<p>')))
    expect(problemsOf(renamed(withTwin, 'index.htmk', 'index.html'))).toContain('index.html: its name occurs twice')
    expect(problemsOf(zipSync(unzipSync(ZIP), { level: 9 }))).toContain(
      'manifest.json: changed, because the console stores files without compression',
    )
    expect(problemsOf(zipSync({ ...unzipSync(ZIP), 'a:b': new Uint8Array() }, { level: 0 }))).toEqual(['a:b: added'])
  })

  it('rejects a ZIP with the same files in another order, with a comment, or with another date', () => {
    const files = unzipSync(ZIP)
    const turned = Object.fromEntries(Object.entries(files).toReversed())
    const mtime = new Date(1980, 0, 1)
    for (const zip of [
      zipSync(turned, { level: 0, mtime }),
      zipSync(files, { level: 0, mtime: new Date(1990, 0, 1) }),
      zipSync(files, { level: 0, mtime, comment: 'hello' }),
      zipSync(files, { level: 0, mtime, extra: { 1: new Uint8Array(4) } }),
    ])
      expect(problemsOf(zip)).toEqual(['The ZIP itself: changed outside of its files'])
  })

  it('needs the key that signed the pack', () => {
    expect(problemsOf(ZIP, generateKeyPairSync('ed25519').publicKey)).toEqual([
      'manifest.json: changed, or not signed by this key',
    ])
    expect(problemsOf(Buffer.from('no ZIP'))).not.toEqual([])
  })
})
