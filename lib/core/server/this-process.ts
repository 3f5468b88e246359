import { hostname } from 'node:os'

/** The name of this process in the store: host, process id, and when it started. */
export const THIS_PROCESS = `${hostname()}:${process.pid}:${Math.round(performance.timeOrigin)}`

/** The name of this process for people. */
export const PROCESS_NAME = `${hostname()}:${process.pid}`
