import { afterEach, expect, test } from 'vitest'
import { parseSettings, settings } from '../settings'
import { networkOf } from './address'
import { peerOf } from './peer'

const PROXIES = '10.0.0.1, 192.168.0.0/16, 2001:db8::/32'
const peer = (direct: string | null, forwarded?: string) =>
  peerOf(
    new Headers({
      ...(direct !== null && { 'x-console-peer': direct }),
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    }),
  )
const trust = (list: string) => {
  settings().CONSOLE_TRUSTED_PROXIES = parseSettings({ CONSOLE_TRUSTED_PROXIES: list }).CONSOLE_TRUSTED_PROXIES
}
afterEach(() => delete settings().CONSOLE_TRUSTED_PROXIES)

test("uses only the connection's address without a listed proxy", () => {
  expect(peer('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  expect(peer('::ffff:203.0.113.9')).toBe('203.0.113.9')
  expect(peer(null, '198.51.100.1')).toBe('unknown')
  trust(PROXIES)
  expect(peer('203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  expect(peer(null, '198.51.100.1')).toBe('unknown')
})

test.each([
  ['198.51.100.1', '198.51.100.1'],
  ['1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['198.51.100.1, 192.168.7.7', '198.51.100.1'],
  ['1.1.1.1,198.51.100.1 , 192.168.7.7,2001:db8::5', '198.51.100.1'],
  ['2001:4860::8', '2001:4860::8'],
  ['198.51.100.1:52814', '198.51.100.1'],
  ['198.51.100.1:52814, 192.168.7.7:443', '198.51.100.1'],
  ['[2001:4860::8]:52814, [2001:db8::5]:443', '2001:4860::8'],
  ['[2001:4860::8]', '2001:4860::8'],
  ['[::ffff:198.51.100.1]:52814', '198.51.100.1'],
  ['198.51.100.1:port', '10.0.0.1'],
  ['[evil]:80', '10.0.0.1'],
  ['192.168.7.7', '10.0.0.1'],
  ['198.51.100.1, evil', '10.0.0.1'],
  ['198.51.100.1, ', '10.0.0.1'],
  ['', '10.0.0.1'],
])('returns the address behind a listed proxy that sends %j: %s', (forwarded, expected) => {
  trust(PROXIES)
  expect(peer('10.0.0.1', forwarded)).toBe(expected)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:0007::', '2001:db8:0:7::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('counts attempts from %s under %s', (address, network) => expect(networkOf(address)).toBe(network))

test('trusts no proxy when the list is "none"', () => {
  trust('none')
  expect(settings().CONSOLE_TRUSTED_PROXIES).toEqual([])
  expect(peer('10.0.0.1', '198.51.100.1')).toBe('10.0.0.1')
})

test.each(['none, 10.0.0.1', 'proxy.example', '10.0.0.1/33', '10.0.0.0/8/8', '10.0.0.1,,10.0.0.2', '10.0.0.1/'])(
  'rejects the list %s',
  (list) => {
    expect(() => parseSettings({ CONSOLE_TRUSTED_PROXIES: list })).toThrow('CONSOLE_TRUSTED_PROXIES')
  },
)
