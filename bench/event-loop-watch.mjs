// Runs in the console's process. On SIGUSR2 it prints the longest block of the event loop, and resets it.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 1
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()

process.on('SIGUSR2', () => {
  // The monitor measures the time between two timers, so it includes the wait for the later one.
  console.log(JSON.stringify({ longestBlockMs: Math.max(0, delay.max / 1e6 - RESOLUTION_MS) }))
  delay.reset()
})
