'use client'

import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

/** The error page for a failure of the console itself. The digest finds the cause in its log. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">This page could not be shown</h1>
      <Notice
        tone="bad"
        role="alert"
        title="The console failed"
        actions={
          <Button small onClick={reset}>
            Retry
          </Button>
        }
      >
        <p>Nothing was changed. If Retry does not help, contact the person who runs the console.</p>
        {error.digest && (
          <p className="text-muted mt-1 text-xs">
            Digest <span className="opaque">{error.digest}</span>
          </p>
        )}
      </Notice>
    </>
  )
}
