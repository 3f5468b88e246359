import { BILLING_ERRORS } from '@/contract/billing/problem'
import { BILLING_OPERATIONS } from '@/contract/billing/operations'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startExampleService, type ExampleService } from '@/testing/service/start-example-service'

const GUIDE = readFileSync(new URL('../docs/billing-api.md', import.meta.url), 'utf8')
const COMMANDS = [...GUIDE.matchAll(/```sh\n([^`]+)```/g)].map(([, command = '']) => command.trim())
const run = promisify(execFile)

let service: ExampleService
beforeAll(async () => {
  service = await startExampleService()
})
afterAll(() => service.close())

describe('docs/billing-api.md', () => {
  it.each<[index: number, does: string, status: number, body: object]>([
    [0, 'reads a subscription', 200, { id: 'sub_acme', plan: { name: 'Scale' } }],
    [1, 'reads an invoice', 200, { id: 'inv_acme_12', vanityId: 1042 }],
    [2, 'pages through a ledger', 200, { count: 2, pages: 1, currentPage: 1 }],
    [3, 'cancels', 200, { cancelled: true, subscription: { endDate: '2026-03-31T09:30:00.000Z' } }],
    [4, 'deletes', 204, {}],
  ])('has command %i, which %s: %i', async (index, _, status, body) => {
    const { stdout } = await run('sh', ['-c', `${COMMANDS[index]} --silent --write-out '\\n%{http_code}'`], {
      env: { ...process.env, BILLING_URL: service.url, BILLING_KEY: service.secretKey },
    })
    const [, text = '', code] = /^([^]*)\n(\d+)$/.exec(stdout) ?? []
    expect(Number(code)).toBe(status)
    expect(text === '' ? {} : JSON.parse(text)).toMatchObject(body)
  })

  it('has one command for each operation', () => {
    expect(COMMANDS).toHaveLength(Object.keys(BILLING_OPERATIONS).length)
  })

  it('names every error code with its status', () => {
    for (const [code, { status }] of Object.entries(BILLING_ERRORS))
      expect(GUIDE).toMatch(new RegExp(`^\\| ${status} .*\`${code}\``, 'm'))
  })
})
