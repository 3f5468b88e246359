import type { Metadata } from 'next'
import { FindPage } from '../_find/find-page'

export const metadata: Metadata = { title: 'Invoices' }

export default function InvoicesPage() {
  return (
    <FindPage
      title="Invoices"
      hint="Paste an invoice id and press Enter. Numbers lead to the invoices opened in this browser."
      kind="invoice"
    />
  )
}
