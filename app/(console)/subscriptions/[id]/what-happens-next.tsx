import { Section } from '@/components/ui/section'
import { UtcDay } from '@/components/utc-day'
import type { Forecast } from '@/lib/domain/forecast'

/** The current billing period and what happens next, as the console forecasts it. */
export function WhatHappensNext({ forecast }: { forecast: Forecast }) {
  const { period, next } = forecast
  return (
    <Section title="What happens next">
      <ul className="foreign space-y-1 text-sm">
        {next.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {period && (
        <p className="mt-3 text-sm">
          <span className="text-muted">Current billing period (number {period.number}):</span>{' '}
          <UtcDay iso={period.start} /> to <UtcDay iso={period.end} /> UTC
        </p>
      )}
      <p className="text-muted mt-3 text-xs">
        The console’s own forecast: UTC calendar months, counted from the start date. The API decides.
      </p>
    </Section>
  )
}
