import { useRouter } from 'next/navigation'
import { useState } from 'react'
import {
  type Preferences,
  preferenceCookie,
  SHORTCUTS_COOKIE,
  THEME_COOKIE,
  TIME_ZONE_COOKIE,
} from '@/lib/text/preferences'
import { areShortcutsOn } from '@/components/page/press-key'

const THEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'System'],
] as const

/** Theme, time zone and keys, stored in cookies so that the first HTML already uses them. */
export function DisplayOptions({ timeZone }: Pick<Preferences, 'timeZone'>) {
  const router = useRouter()
  const [theme, setTheme] = useState(themeOfPage)
  const [hasShortcuts, setShortcuts] = useState(areShortcutsOn)
  const chooseTheme = (choice: Preferences['theme']) => {
    setTheme(choice)
    applyTheme(choice)
  }
  const chooseShortcuts = (isOn: boolean) => {
    setShortcuts(isOn)
    document.cookie = preferenceCookie(SHORTCUTS_COOKIE, isOn ? 'on' : 'off')
  }
  const chooseZone = (local: boolean) => {
    document.cookie = preferenceCookie(TIME_ZONE_COOKIE, local ? zoneOfBrowser() : 'UTC')
    router.refresh()
  }
  return (
    <>
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
          <input type="radio" name="zone" checked={timeZone === 'UTC'} onChange={() => chooseZone(false)} />
          UTC
        </label>
        <label className="flex min-h-8 items-center gap-2">
          <input type="radio" name="zone" checked={timeZone !== 'UTC'} onChange={() => chooseZone(true)} />
          Local time ({zoneOfBrowser()})
        </label>
      </fieldset>
      <label className="mt-3 flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          checked={hasShortcuts}
          onChange={({ currentTarget }) => chooseShortcuts(currentTarget.checked)}
        />
        Keyboard shortcuts
      </label>
      <p className="text-muted pl-5.5 text-xs">Press ? to see them. Ctrl K always works.</p>
    </>
  )
}

const zoneOfBrowser = () => Intl.DateTimeFormat().resolvedOptions().timeZone
/** Returns the theme that the page shows: an earlier choice on this page may differ from what the server sent. */
const themeOfPage = (): Preferences['theme'] =>
  THEMES.find(([choice]) => choice === document.documentElement.dataset.theme)?.[0] ?? 'system'

function applyTheme(theme: Preferences['theme']) {
  document.cookie = preferenceCookie(THEME_COOKIE, theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
