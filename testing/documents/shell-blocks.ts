import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../scripts/command.mjs'

/** A block of shell commands in a document. */
export interface ShellBlock {
  document: string
  /** Its number in the document, from 0. */
  index: number
  /** Why it cannot run in a test, from a fence "```sh not-here: …"; null when it runs. */
  notHere: string | null
  commands: string
}

const BLOCK = /^```sh(?: not-here(?:: *([^\n]*))?)?\n([^]*?)^```$/gm

/** Returns the shell blocks of a document, in order. */
export function shellBlocks(document: string): ShellBlock[] {
  const text = readFileSync(join(ROOT, document), 'utf8')
  return [...text.matchAll(BLOCK)].map(([fence, reason, commands = ''], index) => ({
    document,
    index,
    notHere: fence.startsWith('```sh not-here') ? (reason ?? '') : null,
    commands,
  }))
}
