import { describe, expect, it } from 'vitest'
import { parseSettings } from './settings'

const BOTH = 'Live=https://billing.example.com, Test = https://billing-test.example.com/'
const parse = (list: string, more: Record<string, string> = {}) =>
  parseSettings({ CONSOLE_ENVIRONMENT: 'Live', CONSOLE_ENVIRONMENTS: list, ...more })

describe('CONSOLE_ENVIRONMENTS', () => {
  it('lists the names and origins of all environments', () => {
    expect(parse(BOTH, { CONSOLE_ORIGIN: 'https://billing.example.com' }).CONSOLE_ENVIRONMENTS).toEqual([
      { name: 'Live', origin: 'https://billing.example.com' },
      { name: 'Test', origin: 'https://billing-test.example.com' },
    ])
  })

  it('may name consoles of this machine by http', () => {
    expect(parse('Live=http://localhost:3000,Test=http://127.0.0.1:3001').CONSOLE_ENVIRONMENTS).toHaveLength(2)
  })

  it.each([
    'Live',
    '=https://billing.example.com',
    'Live=',
    'Live=billing.example.com',
    'Live=http://billing.example.com',
    'Live=javascript:alert(1)',
    'Live=https://user:secret@billing.example.com',
    'Live=https://billing.example.com/path',
    'Live=https://billing.example.com?q',
    `Live=https://a.example,${'x'.repeat(41)}=https://b.example`,
    'Live=https://a.example,',
  ])('rejects %s', (list) => {
    expect(() => parse(list)).toThrow('CONSOLE_ENVIRONMENTS: must be NAME=ADDRESS with commas between')
  })

  it('rejects more than ten environments, and a name that is there twice', () => {
    const many = Array.from({ length: 11 }, (_, index) => `E${index}=https://e${index}.example`)
    expect(() => parse(many.join(','))).toThrow('must list at most 10 environments')
    expect(() => parse('Live=https://a.example,Live=https://b.example')).toThrow('must not contain a name twice')
  })

  it('must contain this environment, at its own origin', () => {
    expect(() => parse(BOTH, { CONSOLE_ENVIRONMENT: 'Staging' })).toThrow(
      'must contain the name in CONSOLE_ENVIRONMENT',
    )
    expect(() => parse(BOTH, { CONSOLE_ORIGIN: 'https://billing-test.example.com' })).toThrow(
      'must have CONSOLE_ORIGIN as the address of CONSOLE_ENVIRONMENT',
    )
  })
})

describe('CONSOLE_ENVIRONMENT_COLOUR', () => {
  it('is one of five colours, grey by default', () => {
    expect(parseSettings({}).CONSOLE_ENVIRONMENT_COLOUR).toBe('grey')
    expect(parseSettings({ CONSOLE_ENVIRONMENT_COLOUR: 'red' }).CONSOLE_ENVIRONMENT_COLOUR).toBe('red')
    expect(() => parseSettings({ CONSOLE_ENVIRONMENT_COLOUR: 'purple' })).toThrow('CONSOLE_ENVIRONMENT_COLOUR')
  })
})
