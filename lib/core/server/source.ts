import type { Settings } from './settings'

/** Returns the name that rows of this billing API carry in the console's store: `CONSOLE_API_NAME`, else the API's address. */
export function sourceOf(settings: Pick<Settings, 'CONSOLE_API_NAME' | 'BILLING_API_BASE_URL'>): string {
  if (settings.CONSOLE_API_NAME !== undefined) return settings.CONSOLE_API_NAME
  const { host, pathname } = new URL(settings.BILLING_API_BASE_URL)
  return `${host}${pathname}`.replace(/\/+$/, '')
}
