const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** True when an http or https address is this machine's own. */
export const isLoopbackAddress = (address: string): boolean => LOOPBACK.has(new URL(address).hostname)
