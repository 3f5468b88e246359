import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { runConsoleCommand } from '@/lib/cli/run-console-command'
import { billing } from '@/service/commands/billing'
import { allShellBlocks, OWN_TESTS } from '@/testing/documents/shell-blocks'
import { ROOT } from '../command.mjs'

/* What runs is run by documented-commands.prove.test.ts and the tests in OWN_TESTS. This checks the rest too. */

const blocks = allShellBlocks()
const PROGRAMS = { billing, console: runConsoleCommand }

/** Returns the arguments of each `npm run billing|console -- …` in some commands. */
function programCalls(commands: string): { program: keyof typeof PROGRAMS; args: string[] }[] {
  const calls = commands.replaceAll('\\\n', ' ').matchAll(/npm run (?:--silent )?(billing|console) -- ([^\n#|<>)]+)/g)
  return [...calls].map(([, program, args = '']) => ({
    program: program === 'billing' ? 'billing' : 'console',
    args: args.trim().split(/\s+/),
  }))
}

/** Returns the help of a command. */
async function helpOf(program: keyof typeof PROGRAMS, command: readonly string[]): Promise<string> {
  let help = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    help += String(text)
    return true
  })
  try {
    await PROGRAMS[program]([...command, '--help'])
    return help
  } finally {
    spy.mockRestore()
  }
}

describe('the commands of the documents', () => {
  it('run in a test unless they are marked', () => {
    expect(blocks.filter(({ notHere }) => notHere === null).length).toBeGreaterThan(15)
  })

  it.each(blocks.filter(({ notHere }) => notHere !== null))('of $document do not run here: $notHere', ({ notHere }) => {
    expect(notHere).not.toBe('')
    const named = [...(notHere ?? '').matchAll(/\S+\.ts\b/g)].map(([test]) => test)
    expect(named.filter((test) => !existsSync(join(ROOT, test)))).toEqual([])
  })

  it('that have a test of their own are named in it', () => {
    for (const [document, test] of Object.entries(OWN_TESTS)) {
      expect(readFileSync(join(ROOT, test), 'utf8')).toContain(document)
    }
  })

  it('are valid shell', () => {
    const wrong = blocks.filter(({ commands }) => spawnSync('bash', ['-n'], { input: commands }).status !== 0)
    expect(wrong).toEqual([])
  })

  it('name commands and options that the programs have', async () => {
    const calls = blocks.flatMap(({ commands }) => programCalls(commands))
    expect(calls.length).toBeGreaterThan(20)
    for (const { program, args } of calls) {
      const first = args.findIndex((argument) => !/^[a-z][a-z-]*$/.test(argument))
      const words = (first === -1 ? args : args.slice(0, first)).slice(0, 2)
      const help = await helpOf(program, words)
      expect(help, `${program} ${words.join(' ')}`).toMatch(new RegExp(`^Usage: ${program} ${words[0] ?? ''}`))
      const options = args.filter((argument) => argument.startsWith('--'))
      expect(options.filter((option) => !help.includes(option))).toEqual([])
    }
  })
})
