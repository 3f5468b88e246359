import { keepTyped } from './typed'

let isLeaving = false

/** Leads to the sign-in, and from there back to this page. Once, however many requests find out that it is needed. */
export const leadToSignIn = () => leave('/sign-in')

/** Leads to where somebody proves again who they are, and from there back to this page. */
export const leadToStepUp = () => leave('/step-up')

function leave(place: string): void {
  if (isLeaving) return
  isLeaving = true
  // A page that comes back as it was left may be left again.
  window.addEventListener('pageshow', () => (isLeaving = false), { once: true })
  keepTyped()
  window.location.assign(`${place}?${new URLSearchParams({ next: location.pathname + location.search })}`)
}
