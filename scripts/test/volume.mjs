/**
 * Returns how much a test tries: a little in `npm test`, which checks each rule once, and all of it in `npm run prove`.
 * @param {{ test: number, prove: number }} counts
 * @returns {number}
 */
export const volume = ({ test, prove }) => (process.env.VOLUME === 'prove' ? prove : test)

/** The tag of a browser test that runs only in `npm run prove`, because `npm test` covers a similar state. */
export const PROVE_ONLY = '@prove'
