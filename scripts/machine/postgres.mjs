import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { UserError } from '../user-error.mjs'

const MIN_MAJOR = 15
const DEBIAN = '/usr/lib/postgresql'
const PROGRAMS = ['postgres', 'initdb', 'pg_isready']

/**
 * Returns the directory of an installed PostgreSQL server that we can run: Debian's newest, or one on PATH.
 * @returns {string | null}
 */
export function findPostgres() {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  const path = (process.env.PATH ?? '').split(delimiter)
  const directories = [...debian.map((version) => join(DEBIAN, version, 'bin')), ...path]
  return directories.find((directory) => hasServer(directory) && canRun()) ?? null
}

/**
 * Returns the user that PostgreSQL runs as: it refuses root, so root uses the user of its package.
 * @returns {{ uid: number, gid: number } | undefined} undefined when it can run as the current user
 * @throws {UserError} when that user is missing
 */
export function serverUser() {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = ['-u', '-g'].map((option) => spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout)
  if (!uid || !gid) throw new UserError('PostgreSQL does not run as root, and there is no user "postgres".')
  return { uid: Number(uid), gid: Number(gid) }
}

function canRun() {
  try {
    serverUser()
    return true
  } catch {
    return false
  }
}

/** @param {string} directory */
function hasServer(directory) {
  if (!PROGRAMS.every((program) => existsSync(join(directory, program)))) return false
  const { stdout } = spawnSync(join(directory, 'postgres'), ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return Number(/ (\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= MIN_MAJOR
}
