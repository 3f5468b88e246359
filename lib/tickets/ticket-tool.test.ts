import { describe, expect, test } from 'vitest'
import { isSigned } from './ticket-tool'

const bytes = (text: string) => Buffer.from(text)

/** RFC 4231, and the documents' example requests signed by openssl. */
const SIGNED = [
  {
    secret: '\u000b'.repeat(20),
    body: 'Hi There',
    signature: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  },
  {
    secret: 'Jefe',
    body: 'what do ya want for nothing?',
    signature: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  },
  {
    secret: 'plain-secret-of-the-test',
    body: '{"cardKeys":["plan-details","subscription-status"],"customer":{"id":"c_01GW2NTPQNPWTRKAC0G8Z518W2","email":"alex@grocery.co","externalId":"customer-id-in-your-backend"},"thread":{"id":"th_01J2HV0V702XKWMG58G169BS23","externalId":"some-id"}}',
    signature: '37283bb5546751eb8db223e316e85911815244123e871a0168fbacaf45f6cc15',
  },
  {
    secret: 'intercom-secret-of-the-test',
    body: '{"workspace_id":"a86dr8yl","admin":{"type":"admin","id":"1"},"conversation":{"type":"conversation","id":"2"},"contact":{"type":"contact","id":"3","external_id":"acme-inc"}}',
    signature: '9ad77d0fdf72673fcda95a9341fe335787b4a860b077812620d92a1f8082a7a5',
  },
]

describe.each(SIGNED)('the signature of $body', ({ secret, body, signature }) => {
  test('is accepted, in capital letters too', () => {
    expect(isSigned(bytes(body), signature, secret)).toBe(true)
    expect(isSigned(bytes(body), signature.toUpperCase(), secret)).toBe(true)
  })

  test('is refused with another body or secret', () => {
    expect(isSigned(bytes(`${body} `), signature, secret)).toBe(false)
    expect(isSigned(bytes(body), signature, `${secret}2`)).toBe(false)
  })

  test('is refused when it is missing, cut, extended or not hexadecimal', () => {
    const wrong = [null, '', signature.slice(2), `${signature}00`, `sha256=${signature}`, `${signature.slice(1)}g`]
    for (const each of wrong) expect([each, isSigned(bytes(body), each, secret)]).toEqual([each, false])
  })
})
