'use client'

import { type PointerEvent, useRef, useState } from 'react'
import { CHART_WIDTH, type ChartPoint } from '@/contract/console/whole-ledger'

/** A shorter move is a click. */
const MIN_DRAG_PX = 8

interface Actions {
  onPoint: (index: number) => void
  /** Called with the first and the last point that the pointer was dragged over. */
  onDrag: (from: ChartPoint, to: ChartPoint) => void
}

/** Chooses the point nearest to the pointer, and the points that it is dragged over. */
export function usePlotPointer(points: readonly ChartPoint[], { onPoint, onDrag }: Actions) {
  const ref = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const widthOf = () => ref.current?.getBoundingClientRect().width ?? 1
  const shareOf = (event: PointerEvent) => {
    const { left = 0, width = 1 } = ref.current?.getBoundingClientRect() ?? {}
    return Math.max(0, Math.min(1, (event.clientX - left) / width))
  }
  const isDragged = drag !== null && Math.abs(drag.to - drag.from) * widthOf() > MIN_DRAG_PX
  const end = () => setDrag(null)
  return {
    ref,
    /** The part that is dragged over, in percent of the width. */
    dragged: drag && { left: Math.min(drag.from, drag.to) * 100, width: Math.abs(drag.to - drag.from) * 100 },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        const share = shareOf(event)
        setDrag({ from: share, to: share })
        onPoint(nearest(points, share))
      },
      onPointerMove: (event: PointerEvent) => {
        const share = shareOf(event)
        onPoint(nearest(points, share))
        if (drag && event.buttons === 1) setDrag({ ...drag, to: share })
      },
      onPointerUp: () => {
        if (drag && isDragged) {
          const [from, to] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)]
          const within = points.filter(({ x }) => x >= from * CHART_WIDTH && x <= to * CHART_WIDTH)
          const [first, last] = [within[0], within.at(-1)]
          if (first && last) onDrag(first, last)
        }
        end()
      },
      onPointerLeave: end,
      onPointerCancel: end,
    },
  }
}

function nearest(points: readonly ChartPoint[], share: number): number {
  const distances = points.map(({ x }) => Math.abs(x - share * CHART_WIDTH))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}
