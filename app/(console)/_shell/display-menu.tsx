'use client'

import { SunMoon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useId, useState, useSyncExternalStore } from 'react'
import { buttonClass } from '@/components/ui/button'
import { type Preferences, preferenceCookie, THEME_COOKIE, TIME_ZONE_COOKIE } from '@/lib/format/preferences'

const THEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'System'],
] as const

/** Theme and time zone, stored in cookies so that the first HTML already uses them. */
export function DisplayMenu({ preferences }: { preferences: Preferences }) {
  const router = useRouter()
  const id = useId()
  const [theme, setTheme] = useState(preferences.theme)
  const localZone = useSyncExternalStore(neverChanges, zoneOfBrowser, () => undefined)

  const chooseTheme = (choice: Preferences['theme']) => {
    setTheme(choice)
    applyTheme(choice)
  }
  const chooseZone = (local: boolean) => {
    rememberZone(local ? zoneOfBrowser() : 'UTC')
    router.refresh()
  }

  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClass('ghost')}>
        <SunMoon aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Display</span>
      </button>
      <div
        id={id}
        popover="auto"
        className="bg-raised text-text fixed inset-auto top-13 right-4 w-64 rounded-lg border p-4 text-sm shadow-xl [position-anchor:auto] supports-[top:anchor(bottom)]:top-[calc(anchor(bottom)+0.25rem)]"
      >
        <fieldset>
          <legend className="text-muted text-xs">Theme</legend>
          {THEMES.map(([choice, label]) => (
            <label key={choice} className="flex min-h-8 items-center gap-2">
              <input type="radio" name="theme" checked={theme === choice} onChange={() => chooseTheme(choice)} />
              {label}
            </label>
          ))}
        </fieldset>
        <fieldset className="mt-3">
          <legend className="text-muted text-xs">Dates in</legend>
          <label className="flex min-h-8 items-center gap-2">
            <input
              type="radio"
              name="zone"
              checked={preferences.timeZone === 'UTC'}
              onChange={() => chooseZone(false)}
            />
            UTC
          </label>
          <label className="flex min-h-8 items-center gap-2">
            <input
              type="radio"
              name="zone"
              checked={preferences.timeZone !== 'UTC'}
              onChange={() => chooseZone(true)}
            />
            Local time{localZone && ` (${localZone})`}
          </label>
        </fieldset>
      </div>
    </>
  )
}

const zoneOfBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const neverChanges = () => () => undefined

function applyTheme(theme: Preferences['theme']) {
  document.cookie = preferenceCookie(THEME_COOKIE, theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

function rememberZone(timeZone: string) {
  document.cookie = preferenceCookie(TIME_ZONE_COOKIE, timeZone)
}
