import { expect, test } from 'vitest'
import { safeNext } from './sign-in-rules'

const HERE = 'https://billing.example.com'

/** Ways to name a foreign host. */
const HOSTS = [
  'evil.example',
  'evil.example/',
  'evil.example:443/x',
  'user@evil.example',
  'billing.example.com@evil.example',
  '[::1]',
  '3627734734',
  'evil。example',
  'xn--80ak6aa92e.com',
]
/** Prefixes that a browser, a proxy or a parser may read as the start of an absolute URL. */
const BEGINNINGS = ['//', '///', '////', '/\\', '\\\\', '\\/', '/\t/', '/\n/', '/\r\n/', '\t//', ' //', '/ /', '/%5c', '/%5C', '/%2f', '/%2F', '/%2f%2f', '/%09/', '/.//', '/./%2f', '/..//', '/a/..//', '/a/../..//', '/%2e//', '/%2e%2e//', '/.%2e//', '/;//', '/\u2028/', '/\u2215', '/\u2044\u2044', '/\uff0f', '//\u00ad', '/\u0000/', 'https:', 'https:/', 'https://', 'HTTPS://', 'http:', 'http:\\\\', 'ht\ttps://', '%68ttps://', 'javascript://', 'data:text/html,', 'blob:https://', 'file://', 'ftp://', '@', '/@', '.', '..', '?', '#', ''] // prettier-ignore
/** Schemes, redirect loops, paths that are not pages, and values that are not text. */
const OTHERS = ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', '/\njavascript:alert(1)', 'data:text/html,<script>', 'vbscript:x', 'about:blank', '/api/sign-out', '/api', '/API/find', '/%61pi/find', '/a/../api/find', '/_next/static/x.js', '/healthz', '/readyz', '/sign-in', '/sign-in?next=/sign-in', '/Sign-In', '/%73ign-in', '/step-up?next=/', '/set-up?token=x', '/reset', '/x\r\nset-cookie: a=b', '/x\u0000', '/x y', '/é', '/%', '/%zz', '/%c0%af', `/${'x'.repeat(3000)}`, undefined, null, 7, {}, ['/invoices'], ''] // prettier-ignore

const ATTACKS = [...BEGINNINGS.flatMap((beginning) => HOSTS.map((host) => beginning + host)), ...OTHERS]

const named = (attack: unknown) => JSON.stringify(attack)

test(`keeps ${ATTACKS.length} attacks inside the console`, () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(200)
  for (const attack of ATTACKS) {
    const led = safeNext(attack)
    expect(led, `the attack ${named(attack)}`).toMatch(/^\/(?![/\\])[!-~]*$/)
    // Once as a browser reads a Location header, and once decoded again.
    for (const address of [led, decodeURIComponent(led)])
      expect(new URL(address, HERE).origin, `the attack ${named(attack)}`).toBe(HERE)
    expect(led.toLowerCase(), `the attack ${named(attack)}`).not.toMatch(
      /^\/(api|sign-in|step-up|set-up|reset|_next|healthz|readyz)\b/,
    )
  }
})

test('returns the start page for paths that are not pages and for other sites', () => {
  for (const other of OTHERS) expect(safeNext(other), `the attack ${named(other)}`).toBe('/')
  for (const attack of [
    '//evil.example',
    '/\\evil.example',
    '/%5cevil.example',
    '/.//evil.example',
    'https:evil.example',
  ])
    expect(safeNext(attack)).toBe('/')
})

test.each([
  ['/', '/'],
  ['/subscriptions/sub_1', '/subscriptions/sub_1'],
  ['/customers/acme%20inc/transactions?page=2&order=asc', '/customers/acme%20inc/transactions?page=2&order=asc'],
  ['/customers/a%2Fb%3A@c/transactions', '/customers/a%2Fb%3A@c/transactions'],
  ['/find?id=https%3A%2F%2Fexample.com%2F', '/find?id=https%3A%2F%2Fexample.com%2F'],
  ['/invoices/inv_1?line=7&_rsc=1a2b3', '/invoices/inv_1?line=7'],
  ['/activity?actor=ann%40example.com#top', '/activity?actor=ann%40example.com'],
])('accepts %s as a page of this console', (next, led) => expect(safeNext(next)).toBe(led))
