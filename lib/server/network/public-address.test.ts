import { describe, expect, test } from 'vitest'
import { isPublicAddress, NotPublicError, publicLookup } from './public-address'

describe('isPublicAddress', () => {
  test.each(['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.63.0.1', '192.167.1.1', '2606:4700::1111'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '203.0.113.9',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
    'localhost',
    '',
  ])('rejects %j', (address) => expect(isPublicAddress(address)).toBe(false))
})

const found = (...addresses: string[]) =>
  new Promise((resolve) => {
    const lookup = publicLookup((_, __, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    )
    lookup('hooks.example', { all: true }, (error, list) => resolve(error ?? list))
  })

describe('publicLookup', () => {
  test('returns the addresses of a public name', async () => {
    expect(await found('8.8.8.8', '2606:4700::1111')).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
  })

  test.each([[['8.8.8.8', '10.0.0.1']], [['169.254.169.254']], [['::1']], [[]]])(
    'fails when a name has the addresses %j',
    async (addresses) => expect(await found(...addresses)).toBeInstanceOf(NotPublicError),
  )

  test('returns one address to a connection that asks for one', async () => {
    const lookup = publicLookup((_, __, callback) => callback(null, [{ address: '8.8.8.8', family: 4 }]))
    const one = await new Promise((resolve) =>
      lookup('hooks.example', {}, (error, address, family) => resolve([error, address, family])),
    )
    expect(one).toEqual([null, '8.8.8.8', 4])
  })
})
