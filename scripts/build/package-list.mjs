import { runToEnd } from '../processes.mjs'

/**
 * @typedef {object} PackageList A CycloneDX document.
 * @property {string} bomFormat
 * @property {{ component: { name: string } }} metadata
 * @property {{ 'bom-ref': string, name: string, version: string, properties?: { name: string, value: string }[] }[]} components
 * @property {{ ref: string, dependsOn?: string[] }[]} dependencies
 */

/** npm marks packages that only development needs. */
const DEVELOPMENT = 'cdx:npm:package:development'

/**
 * Returns the installed packages of a deployed console as a CycloneDX document (SBOM). `npm sbom --omit dev` would leave out
 * packages that development needs as well, such as zod.
 * @param {string} name of the product; npm takes that of the folder
 * @param {AbortSignal} [signal]
 * @returns {Promise<PackageList>}
 */
export async function packageList(name, signal) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application']
  /** @type {PackageList} */
  const all = JSON.parse(await runToEnd('npm', args, { signal }))
  const omitted = new Set(all.components.filter(isDevelopment).map((component) => component['bom-ref']))
  return {
    ...all,
    metadata: { ...all.metadata, component: { ...all.metadata.component, name } },
    components: all.components.filter((component) => !omitted.has(component['bom-ref'])),
    dependencies: all.dependencies
      .filter(({ ref }) => !omitted.has(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn?.filter((ref) => !omitted.has(ref)) })),
  }
}

/** @param {PackageList['components'][number]} component */
const isDevelopment = ({ properties = [] }) =>
  properties.some(({ name, value }) => name === DEVELOPMENT && value === 'true')
