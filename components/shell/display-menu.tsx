'use client'

import { SunMoon } from 'lucide-react'
import { useId, useState } from 'react'
import { buttonClass } from '@/components/ui/button'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import type { Preferences } from '@/lib/text/preferences'

const DisplayOptions = lazyWithRetry(() => import('./display-options').then((module) => module.DisplayOptions))

/** The button of the display options, which load when the pointer or the focus reaches it. */
export function DisplayMenu({ timeZone }: Pick<Preferences, 'timeZone'>) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" popoverTarget={id} {...DisplayOptions.prefetchProps} className={buttonClass('ghost')}>
        <SunMoon aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Display</span>
      </button>
      <div
        id={id}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="bg-raised text-text fixed inset-auto top-13 right-4 min-h-48 w-64 rounded-lg border p-4 text-sm shadow-xl [position-anchor:auto] supports-[top:anchor(bottom)]:top-[calc(anchor(bottom)+0.25rem)]"
      >
        {isOpen && <DisplayOptions timeZone={timeZone} />}
      </div>
    </>
  )
}
