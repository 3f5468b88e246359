import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT, UserError } from '../command.mjs'
import { runToEnd } from '../processes.mjs'
import { askFor, findOnPath, installMissing } from './machine.mjs'

const PACKAGES = ['git', 'ca-certificates']
const KEPT_MS = 14 * 24 * 60 * 60_000
const DEBOOTSTRAP = { name: 'debootstrap', aptPackage: 'debootstrap', find: () => findOnPath('debootstrap') }
/**
 * With `setpriv`, in namespaces of its own: its mounts are private and end with its last process. All its processes end
 * with the first, and that one with ours.
 */
const NAMESPACES = ['--mount', '--propagation', 'private', '--pid', '--mount-proc', '--fork', '--kill-child']
const ALONE = ['--pdeathsig', 'KILL', 'unshare', ...NAMESPACES, '--']
/** `$1` is the tree, `$2` a shell line. This shell stays as the first process. */
const ENTER = `set -e
mount -t proc proc "$1/proc"
mount -t sysfs -o ro sys "$1/sys"
mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
mount -t devpts devpts "$1/dev/pts"
chroot "$1" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c "$2" || exit $?`
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
 * Returns the command and arguments that run a shell line in a tree, with only PATH in the environment.
 * @param {string} tree
 * @param {string} line
 * @returns {[command: string, args: string[]]}
 */
export function inTree(tree, line) {
  return ['setpriv', [...ALONE, 'sh', '-c', ENTER, 'sh', tree, line]]
}

/**
 * @param {AbortSignal} signal
 * @throws {UserError} why this machine cannot build and enter a tree
 */
export async function checkTreesArePossible(signal) {
  if (process.platform !== 'linux' || osRelease('ID') !== 'debian')
    throw new UserError('clean-machine runs on Debian only.')
  if (process.getuid?.() !== 0) throw new UserError('clean-machine needs root, to build and enter a Debian of its own.')
  const missing = await installMissing([DEBOOTSTRAP], { log: console.log, signal })
  if (missing.length > 0) throw askFor(missing)
  try {
    await runToEnd('setpriv', [...ALONE, 'true'], { signal })
  } catch {
    signal.throwIfAborted()
    throw new UserError('clean-machine needs mount and process namespaces, which this machine (a container?) refuses.')
  }
}

/**
 * Returns a tree of this machine's Debian release, as bare as debootstrap makes it, with git and certificates. Later runs
 * copy it; it is rebuilt after two weeks.
 * @param {string} directory
 * @param {AbortSignal} signal
 */
export async function bareTree(directory, signal) {
  const suite = osRelease('VERSION_CODENAME')
  const recipe = ['--variant=minbase', `--include=${PACKAGES.join(',')}`, suite]
  const mirror = await mirrorOf(suite, signal)
  const hash = createHash('sha256')
    .update([...recipe, ...mirror].join(' '))
    .digest('hex')
  const tree = join(directory, `debian-${hash.slice(0, 12)}`)
  if (existsSync(tree) && Date.now() - statSync(tree).mtimeMs < KEPT_MS) return tree
  console.log(`Building a bare Debian (${suite}) in ${tree} …`)
  const unfinished = `${tree}.unfinished`
  for (const old of [unfinished, tree]) await removeTree(old, signal)
  mkdirSync(unfinished, { recursive: true })
  const env = { ...process.env, ...(await proxy(signal)) }
  await runToEnd('setpriv', [...ALONE, 'debootstrap', ...recipe, unfinished, ...mirror], { env, signal, show: true })
  chmodSync(unfinished, 0o755)
  utimesSync(unfinished, new Date(), new Date())
  renameSync(unfinished, tree)
  return tree
}

/**
 * Removes a tree in which nothing is mounted.
 * @param {string} tree
 * @param {AbortSignal} [signal]
 * @throws {Error} where something is
 */
export async function removeTree(tree, signal) {
  if (readFileSync('/proc/self/mountinfo', 'utf8').includes(` ${tree}/`))
    throw new Error(`Something is mounted below ${tree}: unmount it, then remove the directory.`)
  await runToEnd('rm', ['-rf', '--one-file-system', tree], { signal })
}

/**
 * Returns the mirror of this machine's packages; empty when apt does not know it, so that debootstrap chooses.
 * @param {string} suite
 * @param {AbortSignal} signal
 */
async function mirrorOf(suite, signal) {
  const format = ['--format', '$(CODENAME) $(COMPONENT) $(REPO_URI)']
  const targets = await runToEnd('apt-get', ['indextargets', ...format, 'Created-By: Packages'], { signal })
  const main = `${suite} main `
  const found = targets.split('\n').find((line) => line.startsWith(main))
  return found ? [found.slice(main.length)] : []
}

/**
 * Returns apt's proxy for debootstrap, which does not read apt's settings.
 * @param {AbortSignal} signal
 */
async function proxy(signal) {
  const settings = await runToEnd('apt-config', ['dump', '--format', '%v%n', 'Acquire::http::Proxy'], { signal })
  const [address = ''] = settings.split('\n')
  return address === '' || address === 'DIRECT' ? {} : { http_proxy: address }
}

/** @param {string} name */
function osRelease(name) {
  const text = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
  return new RegExp(`^${name}="?([^"\\n]*)`, 'm').exec(text)?.[1] ?? ''
}

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
