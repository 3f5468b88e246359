import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { controlOf } from '@/components/page/press-key'

const ALWAYS = [
  ['Ctrl K or ⌘ K', 'Find'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['?', 'Show these keys'],
] as const
/** The keys of controls, shown where the page has them. */
const OF_CONTROLS = [
  ['c', 'Cancel subscription'],
  ['r', 'Copy reply'],
  ['[', 'Previous in the ticket'],
  [']', 'Next in the ticket'],
] as const

/** Lists the keys that do something on this page. */
export function ShortcutsDialog({ onDismiss }: { onDismiss: () => void }) {
  const keys = [...ALWAYS, ...OF_CONTROLS.filter(([key]) => controlOf(key) !== undefined)]
  return (
    <Dialog title="Keyboard shortcuts" role="dialog" onDismiss={onDismiss}>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 text-sm">
        {keys.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="bg-sunken rounded border px-1.5 py-0.5 font-sans text-xs">{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted mt-3 text-xs">They do nothing while you type. Turn them off under Display.</p>
      <div className="mt-4 flex justify-end">
        <Button onClick={onDismiss}>Close</Button>
      </div>
    </Dialog>
  )
}
