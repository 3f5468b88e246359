import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '@/scripts/processes.mjs'

/** A program that serves. */
export interface ListeningProgram {
  url: string
  pid: number
  stop: () => Promise<void>
}

/**
 * Starts a TypeScript program, and waits until it says where it listens: a line of JSON with `url`.
 * @param onOutput hears all that it says
 * @throws Error with its last words, where it ends before
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

/** Starts a server that answers everything with one JSON text: as it is, or stringified anew for each request. */
export async function startMemoryServer(json: string, form: 'text' | 'stringify'): Promise<ListeningProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'billing-bench-'))
  try {
    const file = join(folder, 'answer.json')
    await writeFile(file, json)
    // It has read the file when it listens.
    return await startListening('memory server', ['bench/memory-server.ts', file, form], process.env)
  } finally {
    await rm(folder, { recursive: true })
  }
}
