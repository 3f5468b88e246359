import { vi } from 'vitest'

/*
 * Gives each test file of a worker its own modules, settings and global state, as in a separate process. Packages stay
 * loaded, because loading them takes most of the start time.
 */
declare global {
  var environmentBefore: Record<string, string | undefined> | undefined
}

vi.resetModules()
globalThis.consoleSharedState = undefined
globalThis.consoleStoreOpening = undefined
globalThis.environmentBefore ??= { ...process.env }
for (const name of Object.keys(process.env)) if (!(name in globalThis.environmentBefore)) delete process.env[name]
Object.assign(process.env, globalThis.environmentBefore)
