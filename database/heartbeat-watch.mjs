// The thread behind heartbeat.ts; plain JavaScript, as threads do not know tsx.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

/** @type {{ beats: Int32Array, beatMs: number, limitMs: number }} */
const { beats, beatMs, limitMs } = workerData
let seen = 0
/** Counted, not measured: a process that was halted, or a computer that slept, is not stuck. */
let missed = 0

setInterval(() => {
  const now = Atomics.load(beats, 0)
  missed = now === seen ? missed + 1 : 0
  seen = now
  if (missed * beatMs < limitMs) return
  writeSync(2, `a statement has run for ${limitMs / 1000} s: this process ends itself\n`)
  process.kill(process.pid, 'SIGKILL')
}, beatMs)
