/**
 * Returns a function that runs another at most once in a period, and returns the last result in between. Calls at the same
 * time share one run.
 */
export function cached<Result>(
  run: () => Promise<Result>,
  everyMs: number,
  now = () => performance.now(),
): () => Promise<Result> {
  let last: { result: Promise<Result>; atMs: number } | undefined
  return () => {
    if (last === undefined || now() - last.atMs >= everyMs) last = { result: run(), atMs: now() }
    return last.result
  }
}
