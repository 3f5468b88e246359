import { EventEmitter, once } from 'node:events'

/** Asks `event-loop-watch.mjs`, inside another process, by a signal; the answer comes with that process's output. */
export function watchEventLoop() {
  const told = new EventEmitter()
  let said = ''
  return {
    hear: (text: string): void => {
      said = (said + text).slice(-10_000)
      const [line, ms] = /{"longestBlockMs":([\d.]+)}\n/.exec(said) ?? []
      if (line === undefined) return
      said = ''
      told.emit('longestBlock', Number(ms))
    },
    /** @returns milliseconds, since this was asked last */
    longestBlock: async (pid: number): Promise<number> => {
      const answer = once(told, 'longestBlock')
      process.kill(pid, 'SIGUSR2')
      const [ms] = await answer
      return Number(ms)
    },
  }
}
