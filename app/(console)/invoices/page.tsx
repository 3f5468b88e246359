import type { Metadata } from 'next'
import { FindPage } from '../_find/find-page'
import { consolePage } from '../_shell/console-page'

export const metadata: Metadata = { title: 'Invoices' }

export default consolePage('find', () => {
  return (
    <FindPage
      title="Invoices"
      hint="Paste an invoice ID and press Enter. Invoice numbers find invoices opened in this browser."
      kind="invoice"
    />
  )
})
