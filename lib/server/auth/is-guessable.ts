/** What follows makes no password easier to guess, and looking at it would keep others waiting. */
const MOST_LOOKED_AT = 40
/** Of 0 to 4: below it, ten thousand times ten thousand guesses find it. */
const LEAST_SCORE = 3

/**
 * Whether a password is among the first that are tried: a common one, a run of keys or numbers, one piece repeated, the
 * user's address (ASVS 6.2.4). What it is compared with is loaded when a password is first chosen.
 */
export async function isGuessable(password: string, email: string): Promise<boolean> {
  const { check } = await (estimator ??= loadEstimator())
  return check(password, [email, ...email.split('@'), 'billing', 'console']) < LEAST_SCORE
}

interface Estimator {
  check: (password: string, known: string[]) => number
}

let estimator: Promise<Estimator> | undefined

async function loadEstimator(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MOST_LOOKED_AT })
  return { check: (password, known) => factory.check(password, known).score }
}
