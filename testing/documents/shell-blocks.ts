import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../scripts/command.mjs'

/** A block of shell commands in a document. */
interface ShellBlock {
  document: string
  /** Why it cannot run in a test, from a fence "```sh not-here: …"; null when it runs. */
  notHere: string | null
  commands: string
}

/** Documents whose commands have a test of their own. */
export const OWN_TESTS: Record<string, string> = {
  'docs/backup.md': 'scripts/test/backup.prove.test.ts',
  'docs/billing-api.md': 'service/billing-api-guide.db.test.ts',
}
const BLOCK = /^```sh(?: (not-here)(?:: *([^\n]*))?)?\n([^]*?)^```$/gm

/** Returns the shell blocks of a document, in order. */
export function shellBlocks(document: string): ShellBlock[] {
  const text = readFileSync(join(ROOT, document), 'utf8')
  return [...text.matchAll(BLOCK)].map(([, mark, reason = '', commands = '']) => ({
    document,
    notHere: mark === undefined ? null : reason,
    commands,
  }))
}

/** Returns the shell blocks of all documents for people who run or change the console. */
export const allShellBlocks = (): ShellBlock[] =>
  ['.', 'docs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => shellBlocks(join(folder, name))),
  )
