import { defineConfig, devices } from '@playwright/test'
import { PROVE_ONLY, volume } from './scripts/volume.mjs'

const START = /e2e\/start\.spec\.ts$/
/** They stand on e2e/fixtures/guarded-test.ts. */
const GUARDED = /e2e\/(sign-in|store-outage)\.spec\.ts$/
/** Fewer processes. */
const CHEAPER = ['--in-process-gpu', '--enable-features=NetworkServiceInProcess2']
const asRoot = process.getuid?.() === 0

/** Browser tests run against the built console and the real service, which `e2e/fixtures` starts for each worker. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/fixtures/prepare-machine.ts',
  grepInvert: volume({ test: 1, prove: 0 }) === 1 ? new RegExp(PROVE_ONLY) : undefined,
  fullyParallel: false,
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  // Side by side: the start command's tests and those on a console where one signs in, which mostly wait for programs, each on
  // one worker, which stops no other console for it; and all others on one, then on two, as many as there are cores.
  projects: [
    { name: 'start', testMatch: START, workers: 1 },
    { name: 'guarded', testMatch: GUARDED, workers: 1 },
    { name: 'console', testMatch: '**/*.spec.ts', testIgnore: [START, GUARDED], workers: 2 },
  ],
  use: {
    ...devices['Desktop Chrome'],
    // It costs a fifth of the time, and what failed is told by the log: `--trace retain-on-failure` keeps one.
    trace: 'off',
    // A fixed place and language: dates and amounts read the same on every machine.
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: {
      // Found before all workers, which read this file again.
      executablePath: process.env.CHROMIUM_PATH,
      args: [...CHEAPER, ...(asRoot ? ['--no-sandbox'] : [])],
    },
  },
})
