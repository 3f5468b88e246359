import { FindPage } from './_find/find-page'

export default function HomePage() {
  return (
    <FindPage
      title="Find anything by its id"
      hint="A subscription id, an invoice id or a customer id of your own system; or a link, a list or a whole ticket that holds some. Only the ids in it are sent."
    />
  )
}
