// `npm run build`: builds the console for `next start`. Refuses while another process serves the pages.
import { buildAgain } from './build.mjs'
import { loadDotEnv } from '../start/settings.mjs'
import { stopSignal } from '../stop-signal.mjs'
import { failWith } from '../user-error.mjs'

const signal = stopSignal()
try {
  loadDotEnv()
  await buildAgain({ log: (line) => console.log(line), signal })
} catch (error) {
  failWith(error)
}
