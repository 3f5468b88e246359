import { EventEmitter, once } from 'node:events'

/** Reads the longest block from `event-loop-watch.mjs` in another process: sends a signal and reads the output. */
export function watchEventLoop() {
  const events = new EventEmitter()
  let output = ''
  return {
    hear: (text: string): void => {
      output = (output + text).slice(-10_000)
      const [line, ms] = /{"longestBlockMs":([\d.]+)}\n/.exec(output) ?? []
      if (line === undefined) return
      output = ''
      events.emit('longestBlock', Number(ms))
    },
    /** @returns the longest block since the last call, in milliseconds */
    longestBlock: async (pid: number): Promise<number> => {
      const printed = once(events, 'longestBlock')
      process.kill(pid, 'SIGUSR2')
      const [ms] = await printed
      return Number(ms)
    },
  }
}
