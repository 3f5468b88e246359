import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../../scripts/command.mjs'
import { readSource } from './deploy-files'
import { type Instruction, parseDockerfile } from './dockerfile'

/** The file system of a finished stage. */
export interface BuiltStage {
  /** The folder of `/`. */
  root: string
  workdir: string
}

/** Instructions that change no file. `run-image.ts` obeys those of the last stage. */
const METADATA = new Set(['ARG', 'CMD', 'ENV', 'EXPOSE', 'HEALTHCHECK', 'USER'])

/** Returns a filter for the files that .dockerignore lets through. The last matching line counts. */
export function dockerIgnore(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isKept: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }))
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.isKept ?? true
}

/** A pattern matches a path and everything below it. */
function patternOf(glob: string): RegExp {
  const source = glob
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(?:.*/)?')
  return new RegExp(`^${source}(?:/.*)?$`)
}

/**
 * Does what a container engine does with deploy/Dockerfile, without one: each stage gets a folder. Base images are empty, so
 * RUN uses the programs of this machine.
 * @param args the build arguments
 */
export function layOutImages(folder: string, args: Readonly<Record<string, string>>): Map<string, BuiltStage> {
  const done = new Map<string, BuiltStage>()
  for (const { name, from, instructions } of parseDockerfile(readSource('deploy/Dockerfile'))) {
    const base = done.get(from)
    const built = { root: join(folder, name), workdir: base?.workdir ?? '/' }
    mkdirSync(built.root)
    if (base) copyTree(base.root, built.root)
    done.set(name, built)
    for (const instruction of instructions) apply(instruction, built, { done, args })
  }
  return done
}

function apply(
  { name, options, text }: Instruction,
  built: BuiltStage,
  { done, args }: { done: Map<string, BuiltStage>; args: Readonly<Record<string, string>> },
): void {
  const inside = (path: string) => join(built.root, path.startsWith('/') ? '' : built.workdir, path)
  if (name === 'WORKDIR') {
    built.workdir = text
    mkdirSync(inside('.'), { recursive: true })
  } else if (name === 'RUN') {
    const env = { ...environment(), ...args }
    execFileSync('sh', ['-c', text], { cwd: inside('.'), stdio: ['ignore', 'ignore', 'inherit'], env })
  } else if (name === 'COPY') {
    const paths = text.split(/\s+/)
    const target = inside(paths.at(-1) ?? '')
    for (const path of paths.slice(0, -1)) {
      if (options.from !== undefined) copyInto(join(done.get(options.from)?.root ?? '', path), target)
      else if (path !== '.') copyInto(join(ROOT, path), target)
      else copyContext(target)
    }
  } else if (!METADATA.has(name)) throw new Error(`${name} of deploy/Dockerfile is not supported here`)
}

/** Returns our environment without what npm or vitest set, which a build in a container does not have. */
function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'LANG', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS']
  const given = Object.entries(process.env).filter(
    ([name]) => kept.includes(name.toUpperCase()) || name.startsWith('npm_config_'),
  )
  return { NODE_ENV: 'production', ...Object.fromEntries(given) }
}

/** Copies the files that an engine gets: those of git that .dockerignore lets through. */
function copyContext(target: string): void {
  const isSent = dockerIgnore(readSource('.dockerignore'))
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: ROOT })
  for (const file of tracked.toString().split('\0').filter(Boolean).filter(isSent))
    if (existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(target, file))
}

/** Copies a file into a folder, or what a folder holds, as COPY does. */
function copyInto(source: string, target: string): void {
  if (isFolder(source)) copyTree(source, target)
  else cpSync(source, target.endsWith('/') || isFolder(target) ? join(target, basename(source)) : target)
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const copyTree = (source: string, target: string) => cpSync(source, target, { recursive: true, verbatimSymlinks: true })
