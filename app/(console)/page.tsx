import { FindPage } from './_find/find-page'

export default function HomePage() {
  return (
    <FindPage
      title="Find anything by its id"
      hint="Paste a subscription id, an invoice id or a customer id of your own system, and press Enter."
    />
  )
}
