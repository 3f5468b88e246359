import type { ReactNode } from 'react'
import { Brand } from '@/components/shell/brand'

/** The layout of the sign-in pages, which show no data of the console. */
export default function SignInLayout({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center px-4 py-8">
      <p className="mb-4">
        <Brand />
      </p>
      <div className="bg-surface space-y-4 rounded-lg border p-6">{children}</div>
    </main>
  )
}
