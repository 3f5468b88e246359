import { keepTyped } from './typed'

let isLeaving = false

/** Navigates to the sign-in page, which returns to this page. Runs once, even when several requests need it. */
export const leadToSignIn = () => leave('/sign-in')

/** Navigates to the page for a fresh sign-in, which returns to this page. */
export const leadToStepUp = () => leave('/step-up')

function leave(place: string): void {
  if (isLeaving) return
  isLeaving = true
  // A page restored from the back/forward cache may navigate again.
  window.addEventListener('pageshow', () => (isLeaving = false), { once: true })
  keepTyped()
  window.location.assign(`${place}?${new URLSearchParams({ next: location.pathname + location.search })}`)
}
