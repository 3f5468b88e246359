import type { ReactNode } from 'react'

/** Documents for paper: black on white in every theme, without the console's frame. */
export default function PrintLayout({ children }: { children: ReactNode }) {
  return (
    <main id="content" className="paper">
      {children}
    </main>
  )
}
