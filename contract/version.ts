import manifest from '../package.json'

/** The version of both programs, by SemVer. */
export const VERSION = manifest.version
/** The short commit of this build (scripts/build/sources.mjs). `next dev` and tests do not have it. */
export const COMMIT = process.env.BUILT_COMMIT ?? 'unknown'
/** Both as people read them: `0.2.0 (abc1234)`. */
export const VERSION_AND_COMMIT = `${VERSION} (${COMMIT})`
