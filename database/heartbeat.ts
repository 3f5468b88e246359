import { Worker } from 'node:worker_threads'

const BEAT_MS = 500

/**
 * Kills this process with SIGKILL when its event loop is blocked for `limitMs`. PGlite runs statements in the event loop
 * and cannot be interrupted. Clients then restart the database.
 */
export function endWhenStuck(limitMs: number): void {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref()
  const workerData = { beats, beatMs: BEAT_MS, limitMs }
  new Worker(new URL('./heartbeat-watch.mjs', import.meta.url), { workerData, execArgv: [] }).unref()
}
