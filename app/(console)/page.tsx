import { FindPage } from './_find/find-page'

export default function HomePage() {
  return (
    <FindPage
      title="Find anything by its id"
      hint="Paste any id (of a customer the one in your own system), a link, a list or a whole ticket. Only the ids in it are sent."
    />
  )
}
