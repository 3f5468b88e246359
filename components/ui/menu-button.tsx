import { Ellipsis } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type MouseEvent, type ReactNode, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { buttonClass } from './button'

const ACTIONS = '[role=menuitem]:not([aria-disabled])'
/** Below the button, from its right edge to the left; where that does not fit, above it or from its left edge. Older browsers centre it. */
const PLACE =
  'supports-[position-area:bottom]:inset-auto supports-[position-area:bottom]:m-1 [position-area:bottom_span-left] [position-try-fallbacks:flip-block,flip-inline,flip-block_flip-inline] [position-visibility:anchors-visible]'

interface MenuButtonProps {
  label: string
  /** The look of the button. */
  className: string
  /** The content of the button; an icon button has none. */
  content?: ReactNode
  /** Prefetches what the menu needs, on hover or focus. */
  prefetchProps?: Pick<ComponentProps<'button'>, 'onPointerEnter' | 'onFocus'>
  /** A `Menu`, rendered only while it is open. */
  children: ReactNode
}

/**
 * A button that opens a popover menu, which the browser places and closes. The popover mounts with the first press: a table has a menu
 * for each row.
 */
export function MenuButton({ label, className, content, prefetchProps, children }: MenuButtonProps) {
  const id = useId()
  const [isMounted, setMounted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
        {...prefetchProps}
        // The browser looks for the popover after this handler.
        onClick={() => flushSync(() => setMounted(true))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          event.currentTarget.click()
        }}
        className={className}
      >
        {content}
      </button>
      {isMounted && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles events that bubble from the items
        <div
          id={id}
          popover="auto"
          onToggle={({ newState }) => setOpen(newState === 'open')}
          onClick={closeOnAction}
          onKeyDown={closeOnTab}
          className={`bg-raised text-text m-auto max-h-[max(15rem,100%)] w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border p-1 text-left text-sm whitespace-normal shadow-xl empty:invisible ${PLACE}`}
        >
          {isOpen && children}
        </div>
      )}
    </>
  )
}

function closeOnAction({ currentTarget, target }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest(ACTIONS)) currentTarget.hidePopover()
}

function closeOnTab({ currentTarget, key }: KeyboardEvent<HTMLElement>) {
  if (key === 'Tab') currentTarget.hidePopover()
}

/** The button "More" of a page, a table or a list. */
export const MoreButton = ({
  small,
  ...menu
}: Pick<MenuButtonProps, 'prefetchProps' | 'children'> & { small?: boolean }) => (
  <MenuButton
    label="More"
    className={buttonClass('secondary', small)}
    content={<Ellipsis aria-hidden="true" className="size-4" />}
    {...menu}
  />
)
