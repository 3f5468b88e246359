import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT, UserError } from '../command.mjs'
import { runToEnd, startCommand } from '../processes.mjs'
import { askFor, findOnPath, installMissing } from './machine.mjs'

const DEBOOTSTRAP = { name: 'debootstrap', aptPackage: 'debootstrap', find: () => findOnPath('debootstrap') }
const READY_WITHIN_MS = 15 * 60_000
/** In namespaces of its own: its mounts are private, and all its processes end with the first, and that one with ours. */
const NAMESPACES = ['--mount', '--propagation', 'private', '--pid', '--mount-proc', '--fork', '--kill-child']
const ALONE = ['--pdeathsig', 'KILL', 'unshare', ...NAMESPACES, '--']
/** `$1` is the tree, `$2` a shell line. This shell stays as the first process. */
const ENTER = `set -e
mount -t proc proc "$1/proc"
mount -t sysfs -o ro sys "$1/sys"
mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
mount -t devpts devpts "$1/dev/pts"
chroot "$1" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c "$2" || exit $?`
/** By these, this machine reaches the network and Debian's packages. */
const NETWORK = ['resolv.conf', 'hosts', 'ssl/certs/ca-certificates.crt', 'apt/sources.list', 'apt/sources.list.d']
const KEYS = ['apt/auth.conf', 'apt/auth.conf.d', 'apt/trusted.gpg', 'apt/trusted.gpg.d', 'apt/keyrings']
/** The apt settings to copy: others name programs that the tree does not have. */
const APT_SETTINGS = /^Acquire::(https?|Check)[:-]/

/**
 * Runs the README's commands on a Debian with nothing but Node, git and certificates.
 * @param {AbortSignal} signal
 * @throws {UserError} naming what failed, or what this machine cannot do
 */
export async function proveCleanMachine(signal) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    throw new UserError('clean-machine needs root on Debian, to build and enter a Debian of its own.')
  const missing = await installMissing([DEBOOTSTRAP], { log: console.log, signal })
  if (missing.length > 0) throw askFor(missing)
  // On a disk: a temporary directory may be in memory.
  const tree = mkdtempSync('/var/tmp/billing-console-debian-')
  /** @param {string} line */
  const inTree = (line) => runToEnd('setpriv', argsIn(tree, line), { signal, show: true })
  try {
    await makeDebian(tree, signal)
    // As a system's root: PostgreSQL runs as a user of its own.
    chmodSync(tree, 0o755)
    await connect(tree, signal)
    const bundle = ['bundle', 'create', '--quiet', join(tree, 'root/head.bundle'), 'HEAD']
    // We are root, and the folder may belong to another user.
    await runToEnd('git', ['-c', `safe.directory=${ROOT.replace(/\/$/, '')}`, ...bundle], { signal })
    await inTree('cd /root && git clone --quiet head.bundle billing-console && node --version && npm --version')
    await startAndStop(tree, signal)
    await inTree('cd /root/billing-console && CI=true npm test')
  } finally {
    // No mount is left: they ended with their namespaces.
    rmSync(tree, { recursive: true, force: true })
  }
}

/**
 * Returns the arguments of `setpriv` that run a shell line in a tree, with only PATH in the environment.
 * @param {string} tree
 * @param {string} line
 */
const argsIn = (tree, line) => [...ALONE, 'sh', '-c', ENTER, 'sh', tree, line]

/**
 * Installs this machine's Debian release, as bare as debootstrap makes it, from the mirror and by the proxy of this machine's apt.
 * @param {string} tree
 * @param {AbortSignal} signal
 */
async function makeDebian(tree, signal) {
  const [, suite = ''] = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? []
  const format = ['--format', '$(CODENAME) $(COMPONENT) $(REPO_URI)', 'Created-By: Packages']
  const mirrors = await runToEnd('apt-get', ['indextargets', ...format], { signal })
  const [, mirror = 'http://deb.debian.org/debian'] = new RegExp(`^${suite} main (.+)$`, 'm').exec(mirrors) ?? []
  const proxy = (await runToEnd('apt-config', ['dump', '--format', '%v', 'Acquire::http::Proxy'], { signal })).trim()
  const env = { ...process.env, ...(proxy && proxy !== 'DIRECT' && { http_proxy: proxy }) }
  const what = ['--variant=minbase', '--include=git,ca-certificates', suite, tree, mirror]
  await runToEnd('setpriv', [...ALONE, 'debootstrap', ...what], { env, signal, show: true })
}

/**
 * Gives a tree this machine's Node, and what reaches the network, Debian's packages and npm's registry.
 * @param {string} tree
 * @param {AbortSignal} signal
 */
async function connect(tree, signal) {
  /** @param {string} from @param {string} [to] */
  const copy = (from, to = from) => {
    if (!existsSync(from)) return
    mkdirSync(dirname(join(tree, to)), { recursive: true })
    cpSync(from, join(tree, to), { recursive: true, dereference: true })
  }
  rmSync(join(tree, 'etc/apt/sources.list'), { force: true })
  for (const path of [...NETWORK, ...KEYS]) copy(`/etc/${path}`)
  copy('/usr/share/keyrings')
  const settings = await runToEnd('apt-config', ['dump', '--format', '%F "%v";%n'], { signal })
  const ours = settings.split('\n').filter((line) => APT_SETTINGS.test(line))
  writeFileSync(join(tree, 'etc/apt/apt.conf.d/99network'), `${ours.join('\n')}\n`)

  /** @param {string} name */
  const npmSetting = async (name) => (await runToEnd('npm', ['config', 'get', name], { signal })).trim()
  copy(await npmSetting('cafile'))
  copy(await npmSetting('userconfig'), '/root/.npmrc')
  copy(await npmSetting('globalconfig'), '/usr/local/etc/npmrc')
  const node = realpathSync(process.execPath)
  copy(node, '/usr/local/bin/node')
  copy(join(dirname(node), '../lib/node_modules/npm'), '/usr/local/lib/node_modules/npm')
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(tree, 'usr/local/bin', name))
}

/**
 * Runs `npm start` until the console and the service respond.
 * @param {string} tree
 * @param {AbortSignal} signal
 */
async function startAndStop(tree, signal) {
  const program = startCommand(
    'npm start',
    'setpriv',
    argsIn(tree, 'cd /root/billing-console && npm start'),
    process.env,
  )
  program.showOutput()
  const stop = () => void program.stop()
  signal.addEventListener('abort', stop)
  let ended = ''
  void program.exited.then((how) => (ended = how))
  try {
    for (const deadline = Date.now() + READY_WITHIN_MS; !/^Ready in /m.test(program.lastOutput()); await delay(200)) {
      signal.throwIfAborted()
      if (ended || Date.now() > deadline) throw new UserError(`npm start was not ready (${ended || 'in time'}).`)
    }
    for (const name of ['Console', 'API']) {
      const [, url] = new RegExp(`^Billing ${name} +(\\S+)`, 'm').exec(program.lastOutput()) ?? []
      const { status } = await fetch(`${url}/readyz`)
      if (status !== 200) throw new UserError(`${name} is not ready: ${status}.`)
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await program.stop()
  }
}
