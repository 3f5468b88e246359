import { once } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { makeCommandFolder, type CommandFolder } from '@/testing/documents/command-folder'
import { allShellBlocks, OWN_TESTS } from '@/testing/documents/shell-blocks'
import { startService } from '@/testing/service/start-service'

/* Runs the commands of each document in its order, in a folder of its own. */

vi.setConfig({ testTimeout: 300_000 })

const CREATE_KEY = 'npm run --silent billing -- keys create --merchant demo --type secret'
const ADD_ADMIN =
  'echo correct-horse-battery-staple | npm run --silent console -- users add boss@example.com --role admin --password-stdin'

interface Prepared {
  environment: Record<string, string>
  end?: () => Promise<unknown>
}

/** Provides what the commands of a document expect. */
const PREPARE: Record<string, (folder: CommandFolder) => Promise<Prepared>> = {
  'README.md': async ({ run }) => {
    const elsewhere = { DATA_DIR: 'elsewhere' }
    await run('npm run --silent billing -- seed --merchant acme --customers 12 --transactions 20', elsewhere)
    await run('npm run --silent billing -- export export.ndjson --merchant acme', elsewhere)
    return { environment: {} }
  },
  'docs/roles.md': async ({ run }) => {
    await run('echo correct-horse-battery-staple > password; echo another-correct-horse-staple > new-password')
    return { environment: {} }
  },
  'docs/operations.md': async ({ run }) => {
    await run([CREATE_KEY, ADD_ADMIN].join('\n'))
    const KEY_ID = await run(`npm run --silent billing -- keys list | cut -f1`)
    const HEAD = await run(`npm run --silent console -- audit verify | sed -n 's/^Head: //p'`)
    return { environment: { KEY_ID: KEY_ID.trim(), HEAD: HEAD.trim() } }
  },
  'docs/connect.md': async ({ path, run }) => {
    await run('npm run --silent billing -- seed --customers 12 --transactions 20')
    const BILLING_API_KEY = (await run(CREATE_KEY)).trim()
    const service = await startService({ DATA_DIR: `${path}/.data`, LOG_LEVEL: 'info' })
    const end = () => {
      service.process.kill('SIGTERM')
      return once(service.process, 'exit')
    }
    return { environment: { BILLING_API_BASE_URL: service.url, BILLING_API_KEY, SUBSCRIPTION_ID: 'sub_acme' }, end }
  },
}

const blocks = allShellBlocks().filter(({ document, notHere }) => notHere === null && !(document in OWN_TESTS))
const documents = [...new Set(blocks.map(({ document }) => document))]

describe.each(documents)('%s', (document) => {
  it('has commands that run', async () => {
    const folder = makeCommandFolder()
    const { environment, end } = (await PREPARE[document]?.(folder)) ?? { environment: {} }
    try {
      for (const { commands } of blocks.filter((block) => block.document === document))
        await expect(folder.run(commands, environment)).resolves.toEqual(expect.any(String))
    } finally {
      await end?.()
      folder.remove()
    }
  })
})
