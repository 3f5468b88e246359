import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readSource } from './deploy-files'
import { environmentOf, inherited, parseDockerfile, wordsOf } from './dockerfile'
import { type Program, startCommand } from '../../scripts/processes.mjs'
import type { BuiltStage } from './lay-out-image'

/** Runs the programs of a laid out image, as its user when we may. */
export interface Image {
  /** The folder of `/`. */
  root: string
  /** Runs a command to its end. */
  run: (args: readonly string[], settings: Record<string, string>, input?: string) => Promise<Ended>
  /** Starts the command of the image. */
  start: (settings: Record<string, string>) => Program
  /** Runs the HEALTHCHECK. */
  isHealthy: (settings: Record<string, string>) => Promise<boolean>
}

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Returns the image of a stage of deploy/Dockerfile that was built into a folder. @throws Error without USER, CMD or HEALTHCHECK, once it is needed */
export function imageOf(name: string, { root, workdir }: BuiltStage): Image {
  const instructions = inherited(parseDockerfile(readSource('deploy/Dockerfile')), name)
  const one = (wanted: string) => {
    const found = instructions.findLast((instruction) => instruction.name === wanted)
    if (!found) throw new Error(`The stage "${name}" has no ${wanted}`)
    return found
  }
  const [uid, gid] = one('USER').text.split(':')
  const asUser = process.getuid?.() === 0 ? ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'] : []
  const line = (args: readonly string[]) => [...asUser, process.execPath, ...args]
  // Nothing of our environment: an image knows only its own and the settings.
  const environment = (settings: Record<string, string>) => ({
    NODE_ENV: 'production' as const,
    PATH: process.env.PATH,
    ...environmentOf(instructions),
    ...settings,
  })

  const run: Image['run'] = async (args, settings, input = '') => {
    const [program = '', ...rest] = line(args)
    const child = spawn(program, rest, { cwd: join(root, workdir), env: environment(settings) })
    child.stdin.end(input)
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code: child.exitCode, stdout, stderr }
  }
  return {
    root,
    run,
    start: (settings) => {
      const inside = ['--chdir', join(root, workdir), ...line(wordsOf(one('CMD')))]
      return startCommand(name, 'env', inside, environment(settings))
    },
    // The first word is Node in the image.
    isHealthy: async (settings) => (await run(wordsOf(one('HEALTHCHECK')).slice(1), settings)).code === 0,
  }
}

/** Returns the resident memory of a process in MB. */
export function memoryMb(pid: number): number {
  const [, kb = ''] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / 1024)
}

/** Returns the paths of all files below a folder. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))

/** Returns the size of all files below a folder in MB. */
export const sizeMb = (folder: string): number =>
  Math.round(filesIn(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / 1e6)
