'use client'

import { createContext } from 'react'
import type { ChangeAction } from '@/lib/domain/change/change-effect'

/** Opens the dialog of a change of a row's subscription. A context, so that rows do not render again when it changes. */
export const RowChange = createContext<(action: ChangeAction, subscriptionId: string) => void>(() => undefined)
