import { Section } from '@/components/ui/section'
import { UtcDay } from '@/components/utc-day'
import type { Forecast } from '@/lib/domain/subscription/forecast'

/** The current billing period and the next event, as forecast by the console. */
export function WhatHappensNext({ forecast }: { forecast: Forecast }) {
  const { period, next } = forecast
  return (
    <Section
      title="What happens next"
      aside={period && <span className="text-muted text-xs">Days of billing periods are UTC</span>}
    >
      <ul className="foreign space-y-1 text-sm">
        {next.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {period && (
        <p className="mt-3 text-sm">
          <span className="text-muted">Current billing period (number {period.number}):</span>{' '}
          <UtcDay iso={period.start} /> to <UtcDay iso={period.end} />
        </p>
      )}
      <p className="text-muted mt-3 text-xs">Estimated from the start date (UTC).</p>
    </Section>
  )
}
