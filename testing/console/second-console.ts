import { operationContext } from '@/lib/environment'
import { randomUUID } from 'node:crypto'
import { Download } from '@/lib/core/download'
import type { OperationName } from '@/lib/core/operations'
import { startFollowingForgettings } from '@/lib/objects/server/forget-fence'
import { runOperation } from '@/lib/run-operation'
import { consoleStore } from '@/lib/store/console-store'

/* A console process without pages, which runs the operations that a test sends to it. It reads a download to its end. */

/** An operation that the process must run. */
export interface SentOperation {
  run: number
  name: OperationName
  input: object
}

/** Sent when the operation has ended and the index is written; `error` is null when it succeeded. */
export interface OperationEnded {
  run: number
  error: string | null
}

const caller = { actor: { name: 'admin@example.com', role: 'admin' }, peer: '127.0.0.1', userAgent: 'vitest' } as const
const { index } = operationContext(caller, 'start').environment

async function run({ name, input }: SentOperation): Promise<string | null> {
  try {
    const output: unknown = await runOperation(name, operationContext(caller, randomUUID()), input)
    if (output instanceof Download) while ((await output.bytes.next()).done !== true);
    await index.written()
    return null
  } catch (error) {
    return String(error)
  }
}

await consoleStore()
startFollowingForgettings((newest) => index.noteForgetting(newest))
process.on('message', (sent: SentOperation) => {
  void run(sent).then((error) => process.send?.({ run: sent.run, error } satisfies OperationEnded))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
