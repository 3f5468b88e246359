import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { OperationName } from '@/lib/core/operations'
import type { OperationEnded, SentOperation } from './second-console'

const program = fileURLToPath(new URL('./second-console.ts', import.meta.url))

/** Starts another console process on a store. `run` runs an operation there, and ends when its reads are in the index. */
export async function startSecondConsole(settings: Readonly<Record<string, string>>) {
  const env = { ...process.env, ...settings, LOG_LEVEL: 'silent' }
  const console = fork(program, { env, execArgv: ['--import', 'tsx'] })
  const failed = once(console, 'exit').then(([code]) => Promise.reject(new Error(`the console exited with ${code}`)))
  failed.catch(() => undefined)
  await Promise.race([once(console, 'message'), failed])
  let runs = 0
  return {
    run: (name: OperationName, input: object) =>
      new Promise<void>((resolve, reject) => {
        const run = (runs += 1)
        const onEnd = (ended: OperationEnded) => {
          if (ended.run !== run) return
          console.off('message', onEnd)
          if (ended.error === null) resolve()
          else reject(new Error(ended.error))
        }
        console.on('message', onEnd)
        console.send({ run, name, input } satisfies SentOperation)
      }),
    stop: async () => {
      console.kill('SIGKILL')
      await once(console, 'exit')
    },
  }
}
