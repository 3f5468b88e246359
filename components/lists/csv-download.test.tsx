import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CSV_FORM_COOKIE, readPreferences } from '@/lib/text/preferences'
import { CsvDownload, CsvFormProvider } from './csv-download'

/** Renders a download as the server does for a browser with this cookie. */
const shownWith = (cookie?: string) =>
  renderToStaticMarkup(
    <CsvFormProvider chosen={readPreferences((name) => (name === CSV_FORM_COOKIE ? cookie : undefined)).csvForm}>
      <CsvDownload label="Export CSV" title="All rows" addressOf={(form) => `/api/file?form=${form ?? 'none'}`} />
    </CsvFormProvider>,
  )

it('links to the strict form until the user chooses the one for Excel, which the cookie keeps', () => {
  for (const cookie of [undefined, 'csv', 'nonsense']) {
    expect(shownWith(cookie)).toContain('href="/api/file?form=none"')
    expect(shownWith(cookie)).not.toContain('checked')
  }
  expect(shownWith('excel')).toContain('href="/api/file?form=excel"')
  expect(shownWith('excel')).toMatch(/<label[^>]*><input type="checkbox" checked=""\/>For Excel<\/label>/)
})
