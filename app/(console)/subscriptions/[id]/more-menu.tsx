import { Menu } from '@/components/ui/menu'
import { AskedItems, type AskedParts } from '@/components/page/asked-parts'
import { Items, type ItemsProps } from '@/components/changes/change-items'

interface MoreMenuProps extends ItemsProps {
  parts: AskedParts
}

/** The changes that are rare or not possible, and the parts of the page that are shown when they are asked for. */
export const MoreMenu = ({ parts, ...changes }: MoreMenuProps) => (
  <Menu label="More">
    <AskedItems parts={parts} />
    <Items {...changes} />
  </Menu>
)
