import type { Metadata } from 'next'
import { FindPage } from '../_find/find-page'

export const metadata: Metadata = { title: 'Invoices' }

export default function InvoicesPage() {
  return <FindPage title="Invoices" hint="Paste an invoice id (not its number) and press Enter." kind="invoice" />
}
