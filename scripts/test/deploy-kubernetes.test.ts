import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { isSecret, OUR_IMAGES, pathsIn, readSource, undocumented } from '@/testing/deploy/deploy-files'
import { ROOT } from '../command.mjs'

const folder = mkdtempSync(join(tmpdir(), 'billing-kubernetes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The types of kubernetes-types, by API version and kind. */
const TYPES: Record<string, string> = {
  'apps/v1 Deployment': 'apps/v1',
  'batch/v1 Job': 'batch/v1',
  'networking.k8s.io/v1 Ingress': 'networking/v1',
  'networking.k8s.io/v1 NetworkPolicy': 'networking/v1',
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

const { version }: { version: string } = JSON.parse(readSource('package.json'))
const KUBERNETES = 'deploy/kubernetes'
const manifestFiles = pathsIn(KUBERNETES).filter(
  (path) => path.endsWith('.yaml') && !path.endsWith('kustomization.yaml'),
)
const kustomizations = pathsIn(KUBERNETES).filter((path) => path.endsWith('kustomization.yaml'))
const manifests = manifestFiles.flatMap((file) =>
  parseAllDocuments(readSource(`${KUBERNETES}/${file}`)).map((document): Manifest => document.toJS()),
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
        enableServiceLinks: false,
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

  it('probes every program, gives it time to migrate and to stop, and stops it before an update starts the next', () => {
    const deployments = workloads.filter(({ kind }) => kind === 'Deployment')
    expect(deployments).toHaveLength(2)
    // Two versions never run on one store.
    for (const { spec } of deployments) expect(spec).toMatchObject({ strategy: { type: 'Recreate' } })
    for (const { spec } of deployments)
      expect(spec.template.spec).toMatchObject({
        terminationGracePeriodSeconds: 30,
        containers: [
          {
            ports: [{ name: 'http' }, { name: 'metrics' }],
            readinessProbe: { httpGet: { path: '/readyz' } },
            livenessProbe: { httpGet: { path: '/healthz' } },
            startupProbe: { httpGet: { path: '/healthz' }, periodSeconds: 1, failureThreshold: 1_800 },
          },
        ],
      })
  })

  it('names only our images, in the version of package.json', () => {
    expect([...new Set(containers.map(({ image }) => image))].toSorted()).toEqual(Object.keys(OUR_IMAGES).toSorted())
    for (const file of kustomizations.filter((path) => path.startsWith('overlays/'))) {
      const { images = [] }: Kustomization = parse(readSource(`${KUBERNETES}/${file}`))
      expect(images.map(({ name }) => name).toSorted()).toEqual(Object.keys(OUR_IMAGES).toSorted())
      expect(images.map(({ newTag }) => newTag)).toEqual([version, version])
    }
  })

  it('sets only settings that we document, and no secret', () => {
    const inline = containers.flatMap(({ env = [] }) => env.map(({ name, value }) => [name, value] as const))
    const literals = kustomizations.flatMap((file) => {
      const { configMapGenerator = [] }: Kustomization = parse(readSource(`${KUBERNETES}/${file}`))
      return configMapGenerator.flatMap((map) => map.literals.map((line) => [line.split('=')[0] ?? '', line] as const))
    })
    expect(literals.length).toBeGreaterThan(4)
    expect(undocumented([...inline, ...literals].map(([name]) => name))).toEqual([])
    expect([...inline, ...literals].filter(isSecret)).toEqual([])
  })

  it('lists every manifest in a kustomization', () => {
    const listed = kustomizations.flatMap((file) => {
      const { resources }: Kustomization = parse(readSource(`${KUBERNETES}/${file}`))
      return resources.map((path) => join(file, '..', path))
    })
    expect(manifestFiles.filter((file) => !listed.includes(file))).toEqual([])
    for (const path of listed) expect(pathsIn(KUBERNETES)).toContain(path)
  })
})
