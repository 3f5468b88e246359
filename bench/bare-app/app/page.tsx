import { headers } from 'next/headers'

/** A page that is made anew for every request, and has nothing to show. */
export default async function BarePage() {
  await headers()
  return <p>Nothing to show.</p>
}
