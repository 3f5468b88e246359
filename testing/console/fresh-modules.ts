import { vi } from 'vitest'

/*
 * Gives each test file of a worker its own modules, settings and global state, as in a separate process. Packages stay
 * loaded, because loading them takes most of the start time.
 */
declare global {
  var environmentBefore: Record<string, string | undefined> | undefined
  var webBefore: { Request: typeof Request; Response: typeof Response } | undefined
}

vi.resetModules()
globalThis.consoleSharedState = undefined
globalThis.consoleStoreOpening = undefined
globalThis.environmentBefore ??= { ...process.env }
for (const name of Object.keys(process.env)) if (!(name in globalThis.environmentBefore)) delete process.env[name]
Object.assign(process.env, globalThis.environmentBefore)
// Hono's server, which only the billing service uses, replaces both for a process.
globalThis.webBefore ??= { Request, Response }
for (const [name, value] of Object.entries(globalThis.webBefore))
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true })
