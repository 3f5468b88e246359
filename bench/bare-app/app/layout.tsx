import type { ReactNode } from 'react'

export const metadata = { title: 'Bare' }

/** The minimal layout that Next requires. */
export default function BareLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
