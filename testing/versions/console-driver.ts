import { existsSync } from 'node:fs'
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
 * Runs an operation, or a function of a module: as a person, as a page does, with the context of an operation and the input; else it is
 * background work that takes the environment.
 */
export interface DriverTask {
  run: number
  module: string | null
  name: string
  as?: Person
  input?: object
}

/** `output` is JSON. */
export interface DriverResult {
  run: number
  output?: string
  error?: string
}

interface Context {
  environment: { index: { written: () => Promise<void> } }
}

/** Where the versions before the folders by subject have a module. */
const EARLIER: Record<string, string> = {
  'lib/environment.ts': 'lib/server/operation-context.ts',
  'lib/run-operation.ts': 'lib/server/run-operation.ts',
  'lib/store/console-store.ts': 'lib/server/store/console-store.ts',
  'lib/objects/server/opened-objects.ts': 'lib/server/opened/opened-objects.ts',
}

function load(module: string): Promise<Record<string, unknown>> {
  const path = existsSync(module) ? module : (EARLIER[module] ?? module)
  return import(pathToFileURL(join(process.cwd(), path)).href)
}

async function call(module: string, name: string, ...input: unknown[]): Promise<unknown> {
  const { [name]: found } = await load(module)
  if (typeof found !== 'function') throw new Error(`${module} has no ${name}`)
  const output: unknown = await found(...input)
  return output
}

function contextOf(person: Person, run: number): Promise<Context> {
  const session = { id: 'driver', tokenHash: 'driver', method: 'password', authenticatedAt: new Date() }
  const actor = person.userId === undefined ? person : { ...person, session }
  const caller = { actor, peer: '127.0.0.1', userAgent: 'vitest' }
  return call('lib/environment.ts', 'operationContext', caller, `driver-${run}`).then(Object)
}

async function perform({ run, module, name, as, input }: DriverTask): Promise<unknown> {
  const context = await contextOf(as ?? { name: 'driver', role: 'admin' }, run)
  if (module !== null) {
    await (as ? call(module, name, context, input) : call(module, name, context.environment))
    return null
  }
  const output = await call('lib/run-operation.ts', 'runOperation', name, context, input)
  await context.environment.index.written()
  return output
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
// As the start of the console does: what is read before that is not kept in the index.
await call('lib/store/console-store.ts', 'consoleStore')
process.send?.('ready')
