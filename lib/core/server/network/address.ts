import { BlockList, isIP } from 'node:net'

const groups = (text: string) => (text === '' ? [] : text.split(':'))

/**
 * Returns the key for counting attempts: an IPv4 address, or the `/64` network of an IPv6 address, which is one
 * household.
 */
export function networkOf(peer: string): string {
  if (isIP(peer) !== 6) return peer
  const [head = '', tail] = peer.replace(/%.*/, '').split('::')
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail ?? '')]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** True when the address is in the list of addresses and networks such as `10.0.0.0/8`. */
export function isListed(address: string, proxies: readonly string[]): boolean {
  const family = familyOf(address)
  if (family === undefined) return false
  const list = new BlockList()
  for (const proxy of proxies) {
    const [network = '', prefix] = proxy.split('/')
    const type = familyOf(network)
    if (type === undefined) continue
    if (prefix === undefined) list.addAddress(network, type)
    else list.addSubnet(network, Number(prefix), type)
  }
  return list.check(address, family)
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  if (version === 0) return undefined
  return version === 4 ? 'ipv4' : 'ipv6'
}

/** True for an address, or a network such as `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    most >= 0 && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= most))
  )
}
