// Imported into the console's process: on SIGUSR2 it says how long at most its event loop stood still, and forgets it.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 1
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()

process.on('SIGUSR2', () => {
  // What is measured is the time between two of its timers: the wait for the later one is in it.
  console.log(JSON.stringify({ longestBlockMs: Math.max(0, delay.max / 1e6 - RESOLUTION_MS) }))
  delay.reset()
})
