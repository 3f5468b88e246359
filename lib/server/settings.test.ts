import { expect, test } from 'vitest'
import { parseSettings } from './settings'

test('without settings the console speaks with a service on this machine', () => {
  expect(parseSettings({ BILLING_API_KEY: '', CONSOLE_ORIGIN: ' ' })).toEqual({
    BILLING_API_BASE_URL: 'http://127.0.0.1:4000',
    BILLING_API_PAGE_PARAM: 'page',
    BILLING_API_PAGE_SIZE_PARAM: 'pageSize',
    BILLING_API_ORDER_PARAM: 'order',
    BILLING_API_AMOUNT_UNIT: 'major',
    BILLING_API_MAX_RESPONSE_BYTES: 64 * 1024 * 1024,
    CONSOLE_DATABASE_POOL: 10,
    DATA_DIR: '.data',
    CONSOLE_DEMO: '0',
    CONSOLE_ENVIRONMENT: 'Local',
    LOG_LEVEL: 'info',
  })
})

test('an origin loses its path', () => {
  const { CONSOLE_ORIGIN } = parseSettings({ CONSOLE_ORIGIN: 'https://billing.example.com/' })
  expect(CONSOLE_ORIGIN).toBe('https://billing.example.com')
})

test.each([
  ['BILLING_API_BASE_URL', 'ftp://secret.example'],
  ['BILLING_API_BASE_URL', 'http://user:secret@example.com'],
  ['BILLING_API_KEY', 'secret with spaces'],
  ['BILLING_API_PAGE_PARAM', 'secret&x=1'],
  ['BILLING_API_AMOUNT_UNIT', 'secret'],
  ['CONSOLE_ORIGIN', 'secret'],
])('%s cannot be %s, and the message does not repeat it', (name, value) => {
  expect(() => parseSettings({ [name]: value })).toThrow(name)
  expect(() => parseSettings({ [name]: value })).not.toThrow('secret')
})
