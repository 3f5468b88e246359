import { createHash, type KeyObject, sign, verify } from 'node:crypto'
import { unzipSync, zipSync } from 'fflate'
import { z } from 'zod'

/** A file of a pack. The console chooses all names: none is from the data. */
export interface PackFile {
  name: string
  bytes: Uint8Array
}

/** The largest pack that `evidence verify` reads. */
export const MAX_PACK_BYTES = 64 * 1024 * 1024

const PackedFile = z.strictObject({ name: z.string(), size: z.number().int(), sha256: z.string() })
const Manifest = z.strictObject({
  format: z.literal('billing-console-evidence/1'),
  subject: z.string(),
  madeBy: z.string(),
  role: z.string(),
  /** UTC instant. */
  madeAt: z.string(),
  /** The name of the billing API. */
  source: z.string(),
  console: z.string(),
  requestId: z.string(),
  isComplete: z.boolean(),
  /** What is missing, a sentence each. */
  missing: z.array(z.string()),
  publicKey: z.string(),
  files: z.array(PackedFile),
})
type PackManifest = z.infer<typeof Manifest>

const MANIFEST = 'manifest.json'
const SIGNATURE = 'manifest.sig'
/** Fields that only the creation of the pack knows; `files` are added here. */
export type PackHead = Omit<PackManifest, 'format' | 'files'>

/** Returns the signed ZIP of a pack. The same files and head give the same bytes. */
export function packZip(files: readonly PackFile[], head: PackHead, privateKey: KeyObject): Uint8Array {
  const packed = files.map(({ name, bytes }) => ({ name, size: bytes.length, sha256: sha256(bytes) }))
  const manifest: PackManifest = { format: 'billing-console-evidence/1', ...head, files: packed }
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  const signature = Buffer.from(`${sign(null, text, privateKey).toString('base64')}\n`)
  return zipOf([...files, { name: MANIFEST, bytes: text }, { name: SIGNATURE, bytes: signature }])
}

/**
 * Files are stored without compression: then a ZIP is a function of its files alone, whatever the version of the library, and
 * `verifyPack` can compare it byte by byte.
 */
function zipOf(files: readonly PackFile[]): Uint8Array {
  // DOS time has no zone: the library writes the local fields.
  const options = { level: 0, mtime: new Date(1980, 0, 1) } as const
  return zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])), options)
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

interface PackVerdict {
  /** What is wrong, a sentence each, beginning with the file; empty when the pack is as the console made it. */
  problems: string[]
  /** Null when it cannot be read. Do not trust it when there are problems. */
  manifest: PackManifest | null
  /** By name. */
  files: ReadonlyMap<string, Uint8Array>
}

/** Compares every byte of a pack with what the console signed. Extracts nothing to the disk. */
export function verifyPack(zip: Uint8Array, publicKey: KeyObject): PackVerdict {
  const { files, names, problems } = readZip(zip)
  const text = files.get(MANIFEST)
  const manifest = text === undefined ? null : manifestOf(text)
  if (text === undefined) problems.push(`${MANIFEST}: removed`)
  else if (!isSigned(text, files.get(SIGNATURE), publicKey))
    problems.push(
      files.has(SIGNATURE)
        ? `${MANIFEST}: changed, or not signed by this key`
        : `${SIGNATURE}: removed, so nothing proves the rest`,
    )
  for (const { name, size, sha256: expected } of manifest?.files ?? []) {
    const bytes = files.get(name)
    if (bytes === undefined) problems.push(`${name}: removed`)
    else if (bytes.length !== size || sha256(bytes) !== expected) problems.push(`${name}: changed`)
  }
  const listed = new Set([MANIFEST, SIGNATURE, ...(manifest?.files ?? []).map(({ name }) => name)])
  for (const name of names) if (manifest && !listed.has(name)) problems.push(`${name}: added`)
  // Whatever is not a file: headers, order, comments, data before, between or after the entries.
  const asMade = [...(manifest?.files ?? []).map(({ name }) => name), MANIFEST, SIGNATURE]
  if (problems.length === 0 && !isSame(zip, zipOf(asMade.map((name) => ({ name, bytes: files.get(name) ?? EMPTY })))))
    problems.push('The ZIP itself: changed outside of its files')
  return { problems, manifest, files }
}

const EMPTY = new Uint8Array()
const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0
const NOT_A_PACK = 'The ZIP itself: damaged, or not made by the console'

interface ReadFiles {
  files: Map<string, Uint8Array>
  /** Of all entries, also of those that were not read. */
  names: ReadonlySet<string>
  problems: string[]
}

/** Reads stored files of any ZIP, however damaged. Takes no more memory than the ZIP itself. */
function readZip(zip: Uint8Array): ReadFiles {
  const names = new Set<string>()
  const problems: string[] = []
  let size = 0
  const filter = (entry: { name: string; size: number; originalSize: number; compression: number }) => {
    if (names.has(entry.name)) problems.push(`${entry.name}: its name occurs twice`)
    names.add(entry.name)
    size += entry.size
    // Entries that overlap could otherwise fill the memory.
    if (size > zip.length) throw new Error('entries overlap')
    if (entry.compression === 0 && entry.size === entry.originalSize) return true
    problems.push(`${entry.name}: changed, because the console stores files without compression`)
    return false
  }
  try {
    return { files: new Map(Object.entries(unzipSync(zip, { filter }))), names, problems }
  } catch {
    return { files: new Map(), names, problems: [...problems, NOT_A_PACK] }
  }
}

function manifestOf(text: Uint8Array): PackManifest | null {
  try {
    return Manifest.safeParse(JSON.parse(Buffer.from(text).toString())).data ?? null
  } catch {
    return null
  }
}

function isSigned(text: Uint8Array, signature: Uint8Array | undefined, publicKey: KeyObject): boolean {
  const base64 = Buffer.from(signature ?? EMPTY).toString('latin1')
  const bytes = Buffer.from(base64, 'base64')
  // Base64 of the same bytes can be written in several ways.
  return base64 === `${bytes.toString('base64')}\n` && verify(null, text, publicKey, bytes)
}
