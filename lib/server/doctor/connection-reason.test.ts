import { describe, expect, it } from 'vitest'
import { NeverConnectedError } from '../billing-api/never-connected'
import { connectionReason } from './connection-reason'

const failure = (code: string, message = 'the reason') => Object.assign(new Error(message), { code })

describe('connectionReason', () => {
  it.each([
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'the reason (TLS certificate). Set NODE_EXTRA_CA_CERTS to a file with your own authority.',
    ],
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'the reason (TLS certificate). Set NODE_EXTRA_CA_CERTS to a file with your own authority.',
    ],
    ['CERT_HAS_EXPIRED', 'the reason (TLS certificate). Renew it.'],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'the reason (TLS certificate). Use the name that it is made for, or make one for this name.',
    ],
    ['ENOTFOUND', 'the reason.'],
  ])('says how to mend %s', (code, expected) => {
    expect(connectionReason(new NeverConnectedError(failure(code)))).toBe(expected)
    expect(connectionReason(new TypeError('fetch failed', { cause: failure(code) }))).toBe(expected)
  })

  it('says why the first address of a name fails', () => {
    const all = new AggregateError([failure('ECONNREFUSED', 'refused'), failure('ECONNREFUSED', 'refused too')])
    expect(connectionReason(new TypeError('fetch failed', { cause: all }))).toBe('refused.')
  })
})
