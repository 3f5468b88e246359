import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../scripts/command.mjs'
import { shellBlocks, type ShellBlock } from './shell-blocks'

const markdownIn = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))

/** Documents whose commands have a test of their own. */
export const OWN_TESTS: Record<string, string> = {
  'docs/backup.md': 'scripts/test/backup.prove.test.ts',
  'docs/billing-api.md': 'service/billing-api-guide.db.test.ts',
}

/** Returns the shell blocks of all documents for people who run or change the console. */
export const allShellBlocks = (): ShellBlock[] => [...markdownIn('.'), ...markdownIn('docs')].flatMap(shellBlocks)
