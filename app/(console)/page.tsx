import { FindPage } from './_find/find-page'
import { consolePage } from './_shell/console-page'

export default consolePage('find', () => {
  return (
    <FindPage
      title="Find anything by its id"
      hint="Paste any id (of a customer the one in your own system), a link, a list or a whole ticket. Only the ids in it are sent."
    />
  )
})
