import { readFile, writeFile } from 'node:fs/promises'

const RESET_PEAK = '5'

/** What a process has in memory now. @returns bytes */
export const residentBytes = (pid: number) => read(pid, 'VmRSS')

/** The most it had in memory since `forgetPeak`, as the kernel counts it: nothing is missed between two looks. */
export const peakBytes = (pid: number) => read(pid, 'VmHWM')

/** The peak counts from now on. */
export const forgetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, RESET_PEAK)

/** @throws Error where there is no Linux below */
async function read(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const [, kibibytes] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? []
  if (kibibytes === undefined) throw new Error(`The kernel does not tell ${field}.`)
  return Number(kibibytes) * 1024
}
