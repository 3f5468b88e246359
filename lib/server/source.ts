import type { Settings } from './settings'

/**
 * Returns the name that rows of this billing API carry in the console's store: `CONSOLE_API_NAME`, else the API's address without its port, because
 * a restart may choose another port.
 */
export function sourceOf(settings: Pick<Settings, 'CONSOLE_API_NAME' | 'BILLING_API_BASE_URL'>): string {
  if (settings.CONSOLE_API_NAME !== undefined) return settings.CONSOLE_API_NAME
  const { hostname, pathname } = new URL(settings.BILLING_API_BASE_URL)
  return `${hostname}${pathname}`.replace(/\/+$/, '')
}
