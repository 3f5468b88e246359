import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inTree } from './debian-tree.mjs'
import { runToEnd } from '../processes.mjs'
import { ROOT } from '../root.mjs'
import { UserError } from '../user-error.mjs'

/** Settings by which this machine reaches the network and Debian's packages. */
const NETWORK = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/apt/sources.list',
  '/etc/apt/sources.list.d',
  '/etc/apt/auth.conf',
  '/etc/apt/auth.conf.d',
  '/etc/apt/trusted.gpg',
  '/etc/apt/trusted.gpg.d',
  '/etc/apt/keyrings',
  '/usr/share/keyrings',
]
/** The apt settings to copy: others name programs that the tree does not have. */
const APT_SETTINGS = /^Acquire::(https?|Check)[:-]/

/**
 * Connects a tree to what this machine reaches: the network, Debian's packages, npm's registry.
 * @param {string} tree
 * @param {AbortSignal} signal
 */
export async function connect(tree, signal) {
  /** @param {string} name */
  const npmSetting = async (name) => (await runToEnd('npm', ['config', 'get', name], { signal })).trim()
  const [user, global, cafile] = [
    await npmSetting('userconfig'),
    await npmSetting('globalconfig'),
    await npmSetting('cafile'),
  ]
  rmSync(join(tree, 'etc/apt/sources.list'), { force: true })
  for (const path of [...NETWORK, cafile]) copyInto(tree, path, path)
  copyInto(tree, user, '/root/.npmrc')
  copyInto(tree, global, '/usr/local/etc/npmrc')
  const settings = await runToEnd('apt-config', ['dump', '--format', '%F "%v";%n'], { signal })
  const ours = settings.split('\n').filter((line) => APT_SETTINGS.test(line))
  writeFileSync(join(tree, 'etc/apt/apt.conf.d/99network'), ours.map((line) => `${line}\n`).join(''))
}

/**
 * Copies the Node and npm that run here into a tree.
 * @param {string} tree
 * @param {AbortSignal} signal
 * @throws {UserError} when they do not run there, such as a Node installed with apt-get
 */
export async function putNode(tree, signal) {
  const node = realpathSync(process.execPath)
  const npm = join(dirname(node), '../lib/node_modules/npm')
  copyInto(tree, node, '/usr/local/bin/node')
  copyInto(tree, npm, '/usr/local/lib/node_modules/npm')
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(tree, 'usr/local/bin', name))
  try {
    await runToEnd(...inTree(tree, 'node --version && npm --version'), { signal, show: true })
  } catch {
    signal.throwIfAborted()
    throw new UserError(`This Node and its npm (${node}, ${npm}) do not run on a bare Debian. Use those of nodejs.org.`)
  }
}

/**
 * Clones the current commit into a tree.
 * @param {string} tree
 * @param {string} directory in the tree
 * @param {AbortSignal} signal
 */
export async function cloneInto(tree, directory, signal) {
  const bundles = mkdtempSync(join(tmpdir(), 'billing-console-bundle-'))
  try {
    const bundle = join(bundles, 'head.bundle')
    // We are root, and the folder may belong to another user.
    const git = ['-c', `safe.directory=${ROOT.replace(/\/$/, '')}`]
    await runToEnd('git', [...git, 'bundle', 'create', '--quiet', bundle, 'HEAD'], { signal })
    copyInto(tree, bundle, '/root/head.bundle')
  } finally {
    rmSync(bundles, { recursive: true })
  }
  await runToEnd(...inTree(tree, `git -c advice.detachedHead=false clone --quiet /root/head.bundle ${directory}`), {
    signal,
    show: true,
  })
  await runToEnd(...inTree(tree, `git -C ${directory} log -1 --format='HEAD is %h %s'`), { signal, show: true })
}

/**
 * Copies a file or directory if it exists, following links.
 * @param {string} tree
 * @param {string} from
 * @param {string} to in the tree
 */
function copyInto(tree, from, to) {
  if (!existsSync(from)) return
  const target = join(tree, to)
  mkdirSync(dirname(target), { recursive: true })
  cpSync(from, target, { recursive: true, dereference: true })
}
