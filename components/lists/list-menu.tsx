'use client'

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

/** The menu "More" of a list: its CSV, the link to it, and the items that only this list has. */
export function ListMenu({ csvAddressOf, children }: ListMenuProps) {
  const [form, choose] = useCsvForm()
  const isForExcel = form === 'excel'
  const { state, copy } = useCopy(() => window.location.href)
  return (
    <span className="no-print inline-flex shrink-0 flex-wrap items-center gap-x-2">
      <span role="status" className="text-muted text-xs empty:sr-only">
        {state === 'copied' && 'Link copied'}
        {state === 'failed' && 'Your browser blocked copying. Copy the address of this page.'}
      </span>
      <MoreButton small>
        <Menu label="More">
          {csvAddressOf && (
            <>
              <MenuItem
                label="Export CSV"
                description="All rows that match the filters"
                href={csvAddressOf(isForExcel ? form : undefined)}
                isFile
              />
              <MenuItem
                label="For Excel"
                description="Semicolons and decimal commas, in every CSV"
                checked={isForExcel}
                onSelect={() => choose(isForExcel ? 'csv' : 'excel')}
              />
            </>
          )}
          <MenuItem label="Copy link" description="With the filters and the order" onSelect={copy} />
          {children}
        </Menu>
      </MoreButton>
    </span>
  )
}
