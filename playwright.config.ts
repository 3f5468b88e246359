import { defineConfig, devices } from '@playwright/test'
import { IS_PROOF, PROVE_ONLY } from './scripts/test/volume.mjs'

const START = /e2e\/(start|dev)\.spec\.ts$/
/** Chromium flags for fewer processes. */
const CHEAPER = ['--in-process-gpu', '--enable-features=NetworkServiceInProcess2']
const asRoot = process.getuid?.() === 0

/** Browser tests run against the built console and the real service, which `e2e/fixtures` starts for each worker. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/fixtures/prepare-machine.ts',
  grepInvert: IS_PROOF ? undefined : new RegExp(PROVE_ONLY),
  fullyParallel: false,
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  // One worker for the tests of the start command, which mostly wait for programs, and two for all others.
  projects: process.env.SCREENSHOTS
    ? [{ name: 'screenshots', testMatch: 'screenshots.ts' }]
    : [
        { name: 'start', testMatch: START, workers: 1 },
        { name: 'console', testMatch: '**/*.spec.ts', testIgnore: START, workers: 2 },
      ],
  use: {
    ...devices['Desktop Chrome'],
    // A trace costs a fifth of the time. `--trace retain-on-failure` keeps one of a failed test.
    trace: 'off',
    // Dates and amounts look the same on every machine.
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: {
      // Set by prepare-machine.ts before the workers read this file.
      executablePath: process.env.CHROMIUM_PATH,
      args: [...CHEAPER, ...(asRoot ? ['--no-sandbox'] : [])],
    },
  },
})
