// `npm run build`: builds the console for `next start`, unless one runs on the pages that are there.
import './load-dot-env.mjs'
import { buildAgain } from './build.mjs'
import { stopSignal } from './stop-signal.mjs'
import { failWith } from './user-error.mjs'

const signal = stopSignal()
try {
  await buildAgain({ log: (line) => console.log(line), signal })
} catch (error) {
  failWith(error)
}
