import { headers } from 'next/headers'

/** A page with one line of text, rendered for every request. */
export default async function BarePage() {
  await headers()
  return <p>Nothing to show.</p>
}
