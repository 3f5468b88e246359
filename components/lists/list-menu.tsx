import type { ReactNode } from 'react'
import { useCsvForm } from './csv-download'
import { useCopy } from '@/components/ui/copy-button'
import { Menu, MenuItem } from '@/components/ui/menu'
import { MoreButton } from '@/components/ui/menu-button'
import type { CsvForm } from '@/lib/core/download'

interface ListMenuProps {
  /** Returns the address of the CSV with all rows that match the filters; undefined for a list without rows. */
  csvAddressOf?: (form?: CsvForm) => string
  /** Further menu items. They are rendered while the menu is open, so a dialog that they open belongs outside. */
  children?: ReactNode
}

interface CsvItemsProps {
  /** What the file has. */
  description: string
  addressOf: (form?: CsvForm) => string
}

/** The menu items of a CSV: its download, and the form of all of them. */
export function CsvItems({ description, addressOf }: CsvItemsProps) {
  const { form, toggle } = useCsvForm()
  return (
    <>
      <MenuItem label="Export CSV" description={description} href={addressOf(form)} isFile />
      <MenuItem
        label="For Excel"
        description="Semicolons and decimal commas, in every CSV"
        checked={form === 'excel'}
        onSelect={toggle}
      />
    </>
  )
}

/** The menu "More" of a list: its CSV, the link to it, and the items that only this list has. */
export function ListMenu({ csvAddressOf, children }: ListMenuProps) {
  const { state, copy } = useCopy(() => window.location.href)
  return (
    <span className="no-print inline-flex shrink-0 flex-wrap items-center gap-x-2">
      <span role="status" className="text-muted text-xs empty:sr-only">
        {state === 'copied' && 'Link copied'}
        {state === 'failed' && 'Your browser blocked copying. Copy the address of this page.'}
      </span>
      <MoreButton small>
        <Menu label="More">
          {csvAddressOf && <CsvItems description="All rows that match the filters" addressOf={csvAddressOf} />}
          <MenuItem label="Copy link" description="With the filters and the order" onSelect={copy} />
          {children}
        </Menu>
      </MoreButton>
    </span>
  )
}
