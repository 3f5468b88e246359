import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '@/scripts/processes.mjs'

/** A running server program. */
export interface ListeningProgram {
  url: string
  pid: number
  stop: () => Promise<void>
}

/**
 * Starts a TypeScript program, and waits until it prints a line of JSON with its `url`.
 * @param onOutput receives the whole output
 * @throws Error with the end of the output when the program ends before
 */
export async function startListening(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  onOutput?: (text: string) => void,
): Promise<ListeningProgram> {
  let said = ''
  let isStopped = false
  let program: ReturnType<typeof startProgram> | undefined
  const url = await new Promise<string>((resolve, reject) => {
    let isListening = false
    program = startProgram(name, ['--import', 'tsx', ...args], env, (text) => {
      onOutput?.(text)
      if (isListening) return
      said += text
      const [, found] = /"url":"(http[^"]+)"/.exec(said) ?? []
      if (found === undefined) return
      isListening = true
      resolve(found)
    })
    const lastWords = program.lastOutput
    void program.exited.then((how) => {
      if (isListening && !isStopped) console.error(`The ${name} ended by itself (${how}): ${lastWords().slice(-1_000)}`)
      reject(new Error(`The ${name} ended (${how}): ${said}`))
    })
  })
  const stop = async () => {
    isStopped = true
    await program?.stop()
  }
  return { url, pid: program?.pid ?? 0, stop }
}

/** Runs on a program, and stops it when that is done. */
export async function whileRunning<Program extends { stop: () => Promise<unknown> }, Result>(
  starting: Promise<Program>,
  run: (program: Program) => Promise<Result>,
): Promise<Result> {
  const program = await starting
  try {
    return await run(program)
  } finally {
    await program.stop()
  }
}

/** Starts a server that responds to every request with one JSON text, prepared or stringified for each request. */
export async function startMemoryServer(json: string, form: 'text' | 'stringify'): Promise<ListeningProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'billing-bench-'))
  try {
    const file = join(folder, 'response.json')
    await writeFile(file, json)
    // The server has read the file before it listens.
    return await startListening('memory server', ['bench/memory-server.ts', file, form], process.env)
  } finally {
    await rm(folder, { recursive: true })
  }
}
