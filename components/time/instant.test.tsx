import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { Instant } from './instant'
import { TimeZone } from './time-zone'
import { UtcDay } from './utc-day'

/** Half past midnight UTC on the 1st, which is the 30th in New York. */
const ISO = '2026-12-01T00:30:00.000Z'
const inNewYork = (date: ReactNode) => renderToStaticMarkup(<TimeZone value="America/New_York">{date}</TimeZone>)
const BOTH = '1 Dec 2026, 00:30 UTC\n30 Nov 2026, 19:30 America/New_York'

it('UtcDay shows the UTC day in every zone; hover or focus shows its time in both', () => {
  const html = inNewYork(<UtcDay iso={ISO} />)
  expect(html).toContain('>1 Dec 2026<')
  expect(html).toContain(`data-both="${BOTH}"`)
})

it('UtcDay and Instant show a placeholder date as unusable; a dense cell shows "—" with that name', () => {
  const none = '0001-01-01T00:00:00.000Z'
  expect(inNewYork(<UtcDay iso={none} name="due date" />)).toContain('>No usable due date (sent: 0001-01-01)<')
  expect(inNewYork(<Instant iso={none} />)).toContain('>No usable date (sent: 0001-01-01)<')
  const cell = inNewYork(<UtcDay iso={none} name="due date" dense />)
  expect(cell).toContain('aria-label="No usable due date (sent: 0001-01-01)"')
  expect(cell).toContain('>—<')
})

it('UtcDay names an end by its last day in every zone; the exact instant is in the tooltip', () => {
  const end = inNewYork(<UtcDay iso="2026-12-01T00:00:00.000Z" isEnd />)
  expect(end).toContain('>30 Nov 2026<')
  expect(end).toContain('data-both="1 Dec 2026, 00:00 UTC\n30 Nov 2026, 19:00 America/New_York"')
  expect(inNewYork(<UtcDay iso="2026-12-01" isEnd />)).toContain(
    'data-both="1 Dec 2026 UTC" class="instant">1 Dec 2026<',
  )
})

it('Instant shows UTC where the days of the card are UTC', () => {
  expect(inNewYork(<Instant iso={ISO} utc zoned />)).toContain('>1 Dec 2026, 00:30 UTC<')
})

it('Instant shows the user’s zone, and names it when nothing else on the page does', () => {
  expect(inNewYork(<Instant iso={ISO} zoned />)).toContain('>30 Nov 2026, 19:30 America/New_York<')
  const dense = inNewYork(<Instant iso={ISO} dense />)
  expect(dense).toContain('>30 Nov 2026, 19:30<')
  expect(dense).toContain(`title="${BOTH}"`)
})
