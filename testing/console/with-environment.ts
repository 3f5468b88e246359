import { afterAll, beforeAll, vi } from 'vitest'

/** Sets environment variables for one test file and restores them after it. */
export function withEnvironment(values: Readonly<Record<string, string>>): void {
  beforeAll(() => {
    for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value)
  })
  afterAll(() => void vi.unstubAllEnvs())
}
