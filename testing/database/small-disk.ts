import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CHUNK = Buffer.alloc(64 * 1024)

/** A disk of a few MB that a test fills. */
export interface SmallDisk {
  path: string
  /** Leaves no byte free. May be called again after a program has freed some. */
  fill: () => void
  /** Frees the space that `fill` took. */
  free: () => void
  remove: () => void
}

/** True where a disk can be mounted: on Linux as root, outside most containers. */
export const canMount = (() => {
  const directory = mkdtempSync(join(tmpdir(), 'billing-can-mount-'))
  const isMounted = process.getuid?.() === 0 && run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', directory])
  if (isMounted) run('umount', [directory])
  rmdirSync(directory)
  return isMounted
})()

/** For tests: mounts an empty disk in memory, which any user may write to. */
export function makeSmallDisk(megabytes: number): SmallDisk {
  // Not in TMPDIR: PostgreSQL's user must reach it, and socket paths have at most 107 bytes.
  const path = mkdtempSync('/tmp/billing-disk-')
  if (!run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', path]))
    throw new Error('The small disk could not be mounted.')
  chmodSync(path, 0o777)
  const ballast = join(path, 'ballast')
  const remove = () => {
    process.off('exit', remove)
    // Lazily: a program that ends may still have a file open.
    run('umount', ['--lazy', path])
    rmdirSync(path)
  }
  process.once('exit', remove)
  return { path, fill: () => fill(ballast), free: () => rmSync(ballast, { force: true }), remove }
}

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

function fill(ballast: string): void {
  const file = openSync(ballast, 'a')
  let size = CHUNK.length
  try {
    while (size > 0)
      try {
        writeSync(file, CHUNK, 0, size)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
        size = Math.floor(size / 2)
      }
  } finally {
    closeSync(file)
  }
}
