import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { readPreferences } from '@/lib/format/preferences'
import { pageEnvironment } from '@/lib/server/http/run-for-page'
import './globals.css'
import { Providers } from './providers'

export const metadata: Metadata = {
  title: { template: '%s · Billing Console', default: 'Billing Console' },
  robots: { index: false, follow: false },
  icons: { icon: '/icon.svg', apple: '/apple-touch-icon.png' },
  manifest: '/manifest.webmanifest',
}

export const viewport: Viewport = { colorScheme: 'light dark' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading the headers makes every page dynamic, so that Next puts this request's nonce on its scripts.
  await headers()
  const jar = await cookies()
  const { theme, timeZone } = readPreferences((name) => jar.get(name)?.value)
  const environment = pageEnvironment()
  return (
    <html lang="en" data-theme={theme === 'system' ? undefined : theme}>
      <body>
        <Providers key={environment} environment={environment} timeZone={timeZone}>
          {children}
        </Providers>
      </body>
    </html>
  )
}
