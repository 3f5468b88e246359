import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROOT } from '../../scripts/command.mjs'
import { runIn } from './run-in'

/** Another version of both programs. */
export interface CheckedOutVersion {
  /** Its folder, with its packages. */
  root: string
  remove: () => Promise<void>
}

/** Returns a commit by its name, or null without one, as in an archive or a shallow clone. */
const findCommit = (name: string): Promise<string | null> =>
  runIn(ROOT, 'git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]).then(
    (text) => text.trim(),
    () => null,
  )

/**
 * Returns the commit of a released version, that of its tag, else the first with this version in package.json; or a commit by its hash.
 * @throws Error when the history has none of these
 */
export async function commitOf(version: string): Promise<string> {
  const named = (await findCommit(`v${version}`)) ?? (await findCommit(version))
  if (named !== null) return named
  const changed = ['-S', `"version": "${version}"`, '--', 'package.json']
  const [commit = ''] = (await runIn(ROOT, 'git', ['log', '--reverse', '--format=%H', ...changed])).split('\n')
  if (commit === '') throw new Error(`The git history has no version ${version}. Use a clone with tags and history.`)
  return commit
}

/** Checks out another commit in a git worktree beside this folder, and gives it its packages. */
export async function checkOutVersion(commit: string): Promise<CheckedOutVersion> {
  const root = await mkdtemp(join(dirname(ROOT), 'billing-console-previous-'))
  const remove = async () => {
    await runIn(ROOT, 'git', ['worktree', 'remove', '--force', root]).catch(() => undefined)
    await rm(root, { recursive: true, force: true })
  }
  try {
    await runIn(ROOT, 'git', ['worktree', 'add', '--detach', root, commit])
    if (await hasSamePackages(root)) {
      // Hard links, because the bundler follows no link out of its folder.
      await runIn(ROOT, 'cp', ['-al', join(ROOT, 'node_modules'), join(root, 'node_modules')])
      // Databases of tests, which two folders must not write.
      await rm(join(root, 'node_modules', '.cache'), { recursive: true, force: true })
    } else await runIn(root, 'npm', ['ci', '--no-audit', '--no-fund'])
    return { root, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** True when both lockfiles list the same packages. The version of the project itself does not matter. */
async function hasSamePackages(root: string): Promise<boolean> {
  const [one, other] = await Promise.all(
    [ROOT, root].map(async (folder) => {
      const lockfile: { packages: Record<string, { version?: string }> } = JSON.parse(
        await readFile(join(folder, 'package-lock.json'), 'utf8'),
      )
      const { '': project, ...packages } = lockfile.packages
      return JSON.stringify([{ ...project, version: undefined }, packages])
    }),
  )
  return one === other
}
