import { afterAll, beforeAll, vi } from 'vitest'

/** Sets variables for a test file alone: the next one of the same worker, and the programs that it starts, have their own. */
export function withEnvironment(values: Readonly<Record<string, string>>): void {
  beforeAll(() => {
    for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value)
  })
  afterAll(() => void vi.unstubAllEnvs())
}
