import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Field, Fields } from './fields'

it('Fields folds the fields that are absent, and shows those that were sent or are no API fields', () => {
  const view: { plan?: string; status?: string } = { plan: 'Scale' }
  const html = renderToStaticMarkup(
    <Fields>
      <Field label="Plan" of={view.plan}>
        {view.plan}
      </Field>
      <Field label="Status" of={view.status}>
        {view.status}
      </Field>
      <Field label="Gateway" of={null}>
        none
      </Field>
      <Field label="Trial" of={false}>
        No
      </Field>
      <Field label="Ledger">a link</Field>
    </Fields>,
  )
  expect([...html.matchAll(/<dt[^>]*>(?:<[^>]+>)*([^<]+)/g)].map(([, label]) => label)).toEqual([
    'Plan',
    'Trial',
    'Ledger',
  ])
  expect(html).toContain('2 fields not sent')
  expect(html).toContain('Status · Gateway')
})
