'use client'

import { useEffect } from 'react'

/** Removes the query, such as a token, from the address bar and the history; the page's form holds it. */
export function CleanAddress() {
  useEffect(() => window.history.replaceState(window.history.state, '', window.location.pathname), [])
  return null
}
