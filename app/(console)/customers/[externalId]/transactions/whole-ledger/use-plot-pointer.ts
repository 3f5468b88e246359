'use client'

import { type PointerEvent, useState } from 'react'

/** A shorter move is a click. */
const MIN_DRAG_PX = 8

interface Actions {
  /** Called with the place of the pointer, as a share of the width. */
  onPoint: (share: number) => void
  /** Called with the places where a drag started and ended, the left one first. */
  onDrag: (start: number, end: number) => void
}

/** In pixels from the left edge of a plot, which is `width` wide. */
interface Drag {
  start: number
  end: number
  width: number
}

/** Returns the handlers of a plot that follow the pointer, and the band that is dragged over. */
export function usePlotPointer({ onPoint, onDrag }: Actions) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const band = drag && bandOf(drag)
  const end = () => setDrag(null)
  return {
    /** As shares of the width; null while nothing is dragged over. */
    band,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        const { px, width } = placeOf(event)
        // A drag that leaves the plot goes on.
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ start: px, end: px, width })
        onPoint(px / width)
      },
      onPointerMove: (event: PointerEvent) => {
        const { px, width } = placeOf(event)
        if (drag) setDrag({ ...drag, end: px })
        onPoint(px / width)
      },
      onPointerUp: () => {
        if (band) onDrag(band.start, band.end)
        end()
      },
      onPointerCancel: end,
      onLostPointerCapture: end,
    },
  }
}

function placeOf({ currentTarget, clientX }: PointerEvent) {
  const { left, width } = currentTarget.getBoundingClientRect()
  return { px: Math.max(0, Math.min(width, clientX - left)), width: Math.max(1, width) }
}

/** Returns what a drag covers, as shares of the width; null for a click. */
function bandOf({ start, end, width }: Drag) {
  if (Math.abs(end - start) <= MIN_DRAG_PX) return null
  return { start: Math.min(start, end) / width, end: Math.max(start, end) / width }
}
