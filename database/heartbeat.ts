import { Worker } from 'node:worker_threads'

const BEAT_MS = 500

/**
 * Ends this process by SIGKILL when its event loop has stood still for `limitMs`: PGlite runs a statement inside it and
 * cannot be interrupted. Who uses the database then starts it again.
 */
export function endWhenStuck(limitMs: number): void {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref()
  const workerData = { beats, beatMs: BEAT_MS, limitMs }
  new Worker(new URL('./heartbeat-watch.mjs', import.meta.url), { workerData, execArgv: [] }).unref()
}
