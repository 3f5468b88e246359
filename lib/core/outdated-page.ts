import { BUILD } from './request-headers'
import { storedText, storeText } from './tab-storage'
import { keepTyped } from './typed'

/*
 * A page of an earlier build stays open while the console is updated. Next reloads it with its next navigation. When files or a path
 * are gone, the page reloads, once for all files of its build and once for each build that lacks a path.
 */

const RELOADED = 'billing-console:reloaded:'
const STATIC_FILE = /\/_next\/static\/[\w./~-]+/

/** The path at which text was typed last. */
let typedAt: string | undefined
let running = 0

/** Notes what the user types, to lose none of it. Call it once per page load. */
export function watchTyping(): void {
  document.addEventListener('input', () => (typedAt = location.pathname), { capture: true })
}

/** Runs a request that may change something; the page does not reload meanwhile. */
export async function withoutReload<Result>(send: () => Promise<Result>): Promise<Result> {
  running += 1
  try {
    return await send()
  } finally {
    running -= 1
  }
}

/** True when a response is from another build than this page. */
export const isFromOtherBuild = (build: string | null): build is string => build !== null && build !== BUILD

/**
 * Reloads a page of an earlier build, unless the user would lose something. When the user reloads it, the text of an open
 * dialog is kept.
 * @param build the build to which something is missing. The page reloads once for each, so never in a loop
 */
export function reloadOutdatedPage(build: string): void {
  window.addEventListener('pagehide', keepTyped, { once: true })
  const hasWork = running > 0 || typedAt === location.pathname || document.querySelector('dialog[open]') !== null
  if (!hasWork && isFirst(build)) location.reload()
}

/** True once for each build and tab. False without a storage, because it could not be noted. */
const isFirst = (build: string): boolean => storedText(RELOADED + build) === null && storeText(RELOADED + build, '1')

/**
 * Checks whether code could not be loaded because the console no longer has the file, and then reloads the page.
 * @param error of a dynamic import
 * @returns false when the network or the console failed
 */
export async function isCodeGone(error: unknown): Promise<boolean> {
  const [path] = STATIC_FILE.exec(error instanceof Error ? error.message : '') ?? []
  if (path === undefined) return false
  const response = await fetch(path, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (response?.status !== 404) return false
  reloadOutdatedPage(BUILD)
  return true
}
