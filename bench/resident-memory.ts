import { readFile, writeFile } from 'node:fs/promises'

const RESET_PEAK = '5'

/** @returns the current resident memory of a process in bytes */
export const residentBytes = (pid: number) => read(pid, 'VmRSS')

/** @returns the peak resident memory since `forgetPeak` in bytes, as counted by the kernel */
export const peakBytes = (pid: number) => read(pid, 'VmHWM')

/** Resets the peak. */
export const forgetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, RESET_PEAK)

/** @throws Error on other systems than Linux */
async function read(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const [, kibibytes] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? []
  if (kibibytes === undefined) throw new Error(`The kernel does not tell ${field}.`)
  return Number(kibibytes) * 1024
}
