import { afterEach, expect, test, vi } from 'vitest'
import { log } from '@/lib/core/server/log'
import { refuseUnsafeStart } from './refuse-unsafe-start'

afterEach(() => void vi.unstubAllEnvs())

test('logs a variable that looks like a setting, without its value', () => {
  vi.stubEnv('CONSOLE_ORIGN', 'https://secret.example.com')
  const warn = vi.spyOn(log(), 'warn').mockImplementation(() => undefined)
  refuseUnsafeStart()
  const sentence = 'There is no setting CONSOLE_ORIGN. Did you mean CONSOLE_ORIGIN? Rename or remove it.'
  expect(warn.mock.calls).toEqual([[{ event: 'unknown-setting' }, sentence]])
})
