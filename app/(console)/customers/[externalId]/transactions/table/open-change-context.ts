import { createContext } from 'react'
import type { ChangeAction } from '@/lib/changes/change-effect'

/** Opens the dialog to change the subscription of a row. A context keeps the rows from rendering again when it changes. */
export const OpenChangeContext = createContext<(action: ChangeAction, subscriptionId: string) => void>(() => undefined)
