import { Check, ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '@/components/ui/class-names'
import type { EnvironmentColour, EnvironmentView } from '@/lib/core/environment'

/** Strong colours: an agent must not take the live environment for the test. Each has a contrast of 4.5 or more in both themes. */
const COLOURS: Record<EnvironmentColour, string> = {
  grey: 'border-line-strong text-muted',
  red: 'bg-red text-page border-transparent font-semibold',
  yellow: 'bg-yellow text-page border-transparent font-semibold',
  green: 'bg-green text-page border-transparent font-semibold',
  blue: 'bg-blue text-page border-transparent font-semibold',
}

/** The name of the environment. With several, a button whose popover links to them; it works without scripts. */
export function EnvironmentBadge({ name, colour, all }: EnvironmentView) {
  const id = useId()
  const look = classNames('max-w-28 min-w-0 truncate rounded border px-1.5 text-xs sm:max-w-48', COLOURS[colour])
  const label = (
    <>
      <span className="sr-only">Environment: </span>
      {name}
    </>
  )
  if (all.length === 0) return <span className={look}>{label}</span>
  return (
    <>
      <button type="button" popoverTarget={id} className={classNames(look, 'inline-flex min-h-6 items-center gap-1')}>
        <span className="truncate">{label}</span>
        <ChevronDown aria-hidden="true" className="size-3 shrink-0" />
      </button>
      <div
        id={id}
        popover="auto"
        className="bg-raised text-text fixed inset-auto top-12 right-2 w-56 max-w-[calc(100vw-1rem)] rounded-lg border p-2 text-sm shadow-xl [position-anchor:auto] supports-[top:anchor(bottom)]:top-[calc(anchor(bottom)+0.25rem)] supports-[top:anchor(bottom)]:right-[max(0.5rem,anchor(right))]"
      >
        <ul aria-label="Environments" className="flex flex-col gap-1">
          {all.map((environment) => {
            const isCurrent = environment.name === name
            return (
              <li key={environment.name}>
                {/* Another console, which knows nothing of this page. */}
                <a
                  href={environment.origin}
                  aria-current={isCurrent || undefined}
                  className="hover:bg-hover flex min-h-9 items-center gap-2 rounded-md px-2 py-1.5 -outline-offset-2"
                >
                  <Check aria-hidden="true" className={classNames('size-4 shrink-0', !isCurrent && 'invisible')} />
                  <span className="min-w-0">
                    <span className="foreign block">{environment.name}</span>
                    <span className="text-muted block truncate text-xs">{new URL(environment.origin).host}</span>
                  </span>
                </a>
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}
