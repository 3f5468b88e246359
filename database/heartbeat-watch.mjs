// The second thread of embedded-server.ts, in plain JavaScript, because threads cannot load tsx.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

/** @type {{ beats: Int32Array, beatMs: number, limitMs: number }} */
const { beats, beatMs, limitMs } = workerData
let seen = 0
/** Counts missed beats instead of time, so that a suspended process or computer does not count as stuck. */
let missed = 0

setInterval(() => {
  const now = Atomics.load(beats, 0)
  missed = now === seen ? missed + 1 : 0
  seen = now
  if (missed * beatMs < limitMs) return
  writeSync(2, `a statement has run for ${limitMs / 1000} s: this process ends itself\n`)
  process.kill(process.pid, 'SIGKILL')
}, beatMs)
