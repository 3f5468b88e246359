import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/**
 * Returns how much a test tries: a little in `npm test`, which checks each rule once, and all of it in `npm run prove`.
 * @param {{ test: number, prove: number }} counts
 * @returns {number}
 */
export const volume = ({ test, prove }) => (process.env.VOLUME === 'prove' ? prove : test)

/** True in `npm run prove`. */
export const IS_PROOF = process.env.VOLUME === 'prove'

/** The tag of a browser test that runs only in `npm run prove`, because `npm test` covers a similar state. */
export const PROVE_ONLY = '@prove'

/**
 * Prints how much a test tried, and adds it to the totals that `npm test` prints at its end.
 * @param {string} what in the plural: "races", "scenarios of another API"
 * @param {number} count
 */
export function tally(what, count) {
  console.log(`Tried: ${written(count)} ${what}`)
  addToTally(what, count)
}

/**
 * Adds to the totals without printing, for one of many similar tests.
 * @param {string} what in the plural
 * @param {number} count
 */
export function addToTally(what, count) {
  if (process.env.TALLY_FILE) appendFileSync(process.env.TALLY_FILE, `${count} ${what}\n`)
}

/**
 * Returns the totals of all tests of a run, one line each.
 * @param {string} file
 * @returns {string[]}
 */
export function tallies(file) {
  if (!existsSync(file)) return []
  /** @type {Map<string, number>} */
  const totals = new Map()
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const [, count, what = line] = /^(\d+) (.+)$/.exec(line) ?? []
    totals.set(what, (totals.get(what) ?? 0) + Number(count))
  }
  return [...totals].map(([what, count]) => `${written(count)} ${what}`)
}

/** @param {number} count */
const written = (count) => count.toLocaleString('en-US')
