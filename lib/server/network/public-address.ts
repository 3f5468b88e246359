import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks that are not the public internet, and Azure's metadata address, which looks like a part of it. */
const NOT_PUBLIC = new BlockList()
for (const network of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
]
  .join(' ')
  .split(' '))
  addTo(NOT_PUBLIC, network, 'ipv4')
// In `2000::/3`: Teredo and others, documentation, and 6to4, which contains an IPv4 address.
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) addTo(NOT_PUBLIC, network, 'ipv6')
const GLOBAL_IPV6 = new BlockList()
addTo(GLOBAL_IPV6, '2000::/3', 'ipv6')

function addTo(list: BlockList, network: string, type: 'ipv4' | 'ipv6'): void {
  const [address = '', prefix] = network.split('/')
  list.addSubnet(address, Number(prefix), type)
}

/** True for an address of the public internet: not a private, loopback, link-local, metadata or reserved one. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return version === 6 && GLOBAL_IPV6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
}

/** Thrown instead of connecting to an address that is not public. */
export class NotPublicError extends Error {
  override readonly name = 'NotPublicError'
}

/** Returns all addresses of a name. */
type LookUp = (
  name: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Returns a `lookup` for connections that fails when any address of the name is not public: the address that is checked is the one
 * that is connected to. Node calls it for names only; check an IP address with `isPublicAddress`.
 */
export const publicLookup =
  (lookUp: LookUp = systemLookup): LookupFunction =>
  (name, options, callback) =>
    lookUp(name, { all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error) callback(error, [])
      else if (first === undefined || addresses.some(({ address }) => !isPublicAddress(address)))
        callback(new NotPublicError('not a public address'), [])
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
