import { Menu, MenuItem } from '@/components/ui/menu'
import { AddNoteItem, type AskedParts } from '@/components/page/asked-parts'

interface CustomerItemsProps {
  parts: AskedParts
  /** Undefined without the permission. */
  onForget: (() => void) | undefined
}

export const CustomerItems = ({ parts, onForget }: CustomerItemsProps) => (
  <Menu label="More">
    <AddNoteItem parts={parts} />
    {onForget && <MenuItem label="Forget customer" danger onSelect={onForget} />}
  </Menu>
)
