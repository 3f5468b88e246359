import type { ReactNode } from 'react'

export const metadata = { title: 'Bare' }

/** What Next asks of every app, and nothing else. */
export default function BareLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
