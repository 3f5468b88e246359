'use client'

import NextLink from 'next/link'
import { type ComponentProps, useState } from 'react'

/**
 * A link to a page of the console that needs no data to be opened. What it leads to is fetched when somebody points at it
 * or gets to it by keyboard: fetched as soon as it is in sight, each page would ask for all places of the menu.
 */
export function Link({ onPointerEnter, onFocus, ...props }: Omit<ComponentProps<typeof NextLink>, 'prefetch'>) {
  const [isMeant, setIsMeant] = useState(false)
  return (
    <NextLink
      {...props}
      prefetch={isMeant ? null : false}
      onPointerEnter={(event) => {
        setIsMeant(true)
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        setIsMeant(true)
        onFocus?.(event)
      }}
    />
  )
}
