/**
 * How much of something a test tries: a little in `npm test`, where each rule is proven once, all of it in
 * `npm run prove`.
 * @param {{ test: number, prove: number }} counts
 * @returns {number}
 */
export const volume = ({ test, prove }) => (process.env.VOLUME === 'prove' ? prove : test)

/** The tag of a browser test that `npm test` leaves to `npm run prove`: a state like others that it does look at. */
export const PROVE_ONLY = '@prove'
