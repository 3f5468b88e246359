import type { ComponentProps } from 'react'

interface UnfoldButtonProps {
  label?: string
  isOpen: boolean
  /** The ID of the row with the details. */
  detailsId: string
  onToggle: () => void
  /** Prefetches what the details need, on hover or focus. */
  prefetchProps?: Pick<ComponentProps<'button'>, 'onPointerEnter' | 'onFocus'>
}

/** The button of a table row that unfolds its details. Its look is in `app/tables/rows.css`. */
export const UnfoldButton = ({ label = 'Details', isOpen, detailsId, onToggle, prefetchProps }: UnfoldButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-expanded={isOpen}
    aria-controls={isOpen ? detailsId : undefined}
    onClick={onToggle}
    {...prefetchProps}
    className="row-unfold"
  />
)
