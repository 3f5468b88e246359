import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { readPreferences } from '@/lib/text/preferences'
import './globals.css'

/**
 * Inter with its Latin letters in all weights. Until it loads, Arial with the same metrics shows, so nothing shifts.
 */
const inter = localFont({
  src: '../public/inter-latin.woff2',
  variable: '--font-inter',
  weight: '100 900',
  display: 'swap',
  adjustFontFallback: 'Arial',
})

export const metadata: Metadata = {
  title: { template: '%s · Billing Console', default: 'Billing Console' },
  robots: { index: false, follow: false },
  icons: { icon: '/icon.svg', apple: '/apple-touch-icon.png' },
  manifest: '/manifest.webmanifest',
}

export const viewport: Viewport = { colorScheme: 'light dark' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading the headers makes every page dynamic, so that Next puts the request's nonce on its scripts.
  await headers()
  const jar = await cookies()
  const { theme } = readPreferences((name) => jar.get(name)?.value)
  return (
    <html lang="en" className={inter.variable} data-theme={theme === 'system' ? undefined : theme}>
      <body>{children}</body>
    </html>
  )
}
