import { vi } from 'vitest'

/*
 * For each test file of a worker that runs many: its own modules, settings and what a process keeps, as in a process of its
 * own. Packages stay loaded, which is most of what starting one costs.
 */
declare global {
  var environmentBefore: Record<string, string | undefined> | undefined
}

vi.resetModules()
globalThis.consoleSeen = undefined
globalThis.consoleStoreOpening = undefined
globalThis.environmentBefore ??= { ...process.env }
for (const name of Object.keys(process.env)) if (!(name in globalThis.environmentBefore)) delete process.env[name]
Object.assign(process.env, globalThis.environmentBefore)
