import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * A console process without pages, of the version in the working directory. It runs the operations and the background work that a test
 * sends to it, by that version's own code.
 */

/** The person who runs an operation. */
export interface Person {
  name: string
  role: 'viewer' | 'agent' | 'admin'
  /** The account, which has just signed in; none as in the demo. */
  userId?: string
}

/**
 * An operation to run, a function of a module to call as a page does, or background work to start: a module and its function, which takes
 * the environment.
 */
export type DriverTask =
  | { run: number; operation: string; as: Person; input: object }
  | { run: number; module: string; call: string; as: Person; input: object }
  | { run: number; module: string; start: string }

/** `output` is JSON. */
export interface DriverResult {
  run: number
  output?: string
  error?: string
}

interface Context {
  environment: { index: { written: () => Promise<void> } }
}
interface Modules {
  'run-operation': { runOperation: (name: string, context: Context, input: object) => Promise<unknown> }
  'operation-context': { operationContext: (caller: object, requestId: string) => Context }
  'console-store': { consoleStore: () => Promise<unknown> }
}

const load = (module: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(join(process.cwd(), module)).href)
const { runOperation }: Modules['run-operation'] = await import(
  pathToFileURL(join(process.cwd(), 'lib/server/run-operation.ts')).href
)
const { operationContext }: Modules['operation-context'] = await import(
  pathToFileURL(join(process.cwd(), 'lib/server/operation-context.ts')).href
)
const { consoleStore }: Modules['console-store'] = await import(
  pathToFileURL(join(process.cwd(), 'lib/server/store/console-store.ts')).href
)
// As the start of the console does: what is read before that is not kept in the index.
await consoleStore()

function contextOf(person: Person, run: number): Context {
  const session = { id: 'driver', tokenHash: 'driver', method: 'password', authenticatedAt: new Date() }
  const actor = person.userId === undefined ? person : { ...person, session }
  return operationContext({ actor, peer: '127.0.0.1', userAgent: 'vitest' }, `driver-${run}`)
}

async function perform(task: DriverTask): Promise<unknown> {
  const context = contextOf('as' in task ? task.as : { name: 'driver', role: 'admin' }, task.run)
  if ('operation' in task) {
    const output = await runOperation(task.operation, context, task.input)
    await context.environment.index.written()
    return output
  }
  const name = 'call' in task ? task.call : task.start
  const { [name]: found } = await load(task.module)
  if (typeof found !== 'function') throw new Error(`${task.module} has no ${name}`)
  if ('call' in task) await found(context, task.input)
  else found(context.environment)
  return null
}

const send = (result: DriverResult) => void process.send?.(result)

process.on('message', (task: DriverTask) => {
  const { run } = task
  perform(task).then(
    (output) => send({ run, output: JSON.stringify(output) }),
    (error: unknown) =>
      send({ run, error: error instanceof Error ? `${error.message}\n${JSON.stringify(error)}` : String(error) }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
