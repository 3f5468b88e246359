'use client'

import { useEffect } from 'react'

/** Takes what a link brought, such as its token, out of the address bar and the history; the page's form has it. */
export function CleanAddress() {
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), [])
  return null
}
