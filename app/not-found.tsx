import { buttonClass } from '@/components/ui/button'

export default function NotFound() {
  return (
    <main className="mx-auto max-w-lg space-y-4 px-4 py-16">
      <h1 className="text-2xl font-semibold">Page not found</h1>
      <p className="text-muted text-sm">Check the address.</p>
      {/* A plain link: our `Link` would add its code to every page for this one. */}
      <a href="/" className={buttonClass('primary')}>
        Go to Home
      </a>
    </main>
  )
}
