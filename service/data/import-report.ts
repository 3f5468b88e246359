import { type ImportProgress, LINE_KINDS } from './import-lines'
import { KEPT_KINDS, type KeptKind } from './kept-objects'

const REDRAW_MS = 200

const inWords = (count: number) => count.toLocaleString('en-US')
const counted = (count: number, kind: KeptKind) => `${inWords(count)} ${kind}${count === 1 ? '' : 's'}`

/** Returns "60 customers, 1 subscription, 0 invoices, 3,000 transactions". */
export function describeCounts(counts: ImportProgress['stored']): string {
  return LINE_KINDS.map((kind) => counted(counts[kind], kind)).join(', ')
}

/** Describes the last stored line of an import that has stopped. */
export function describeLastLine({ lastLine, uncertainLine }: ImportProgress): string {
  const kept = lastLine === 0 ? 'No line was stored.' : `The last stored line is line ${lastLine}.`
  if (uncertainLine === null) return kept
  const lost = 'the connection was lost during their commit'
  return `${kept} The lines up to line ${uncertainLine} may be stored too, either all or none: ${lost}.`
}

/**
 * Describes in one line the objects that were ignored because the stored one is newer; null when there are none. It
 * names only the first ids, because nested objects repeat.
 */
export function describeKept({ kept }: ImportProgress): string | null {
  const parts = KEPT_KINDS.filter((kind) => kept[kind].count > 0).map((kind) => {
    const { count, firstIds } = kept[kind]
    const ids = firstIds.map((id) => JSON.stringify(id)).join(', ') + (count > firstIds.length ? ', …' : '')
    const isNested = kind === 'plan' || kind === 'price' || kind === 'billable'
    return isNested ? `${kind}s (${ids})` : `${counted(count, kind)} (${ids})`
  })
  return parts.length === 0
    ? null
    : `Skipped, because the stored version is newer: ${parts.join(', ')}. Use --replace to overwrite it.`
}

/** Redraws one line with the rate while an import runs; writes only to a terminal. */
export function progressLine(stream: NodeJS.WriteStream): {
  update: (progress: ImportProgress) => void
  end: () => void
} {
  if (!stream.isTTY) return { update: () => undefined, end: () => undefined }
  const startedAt = performance.now()
  let drawnAt = -Infinity
  return {
    update({ lines }) {
      const now = performance.now()
      if (now - drawnAt < REDRAW_MS) return
      drawnAt = now
      const perSecond = Math.round(lines / ((now - startedAt) / 1_000))
      stream.write(`\r\u001B[K${inWords(lines)} lines stored, ${inWords(perSecond)} a second`)
    },
    end: () => void stream.write('\r\u001B[K'),
  }
}
