import { visible, visibleLines } from './visible-text'

/** The result of one check of `doctor`. */
export interface Finding {
  check: string
  status: 'ok' | 'wrong' | 'skipped'
  /** What was found; what is wrong and how to mend it; or why the check was skipped. */
  detail: string
}

export const ok = (check: string, detail: string): Finding => ({ check, status: 'ok', detail })
export const wrong = (check: string, detail: string): Finding => ({ check, status: 'wrong', detail })
export const skipped = (check: string, detail: string): Finding => ({ check, status: 'skipped', detail })

const LABELS = { ok: 'ok     ', wrong: 'WRONG  ', skipped: 'skipped' } as const satisfies Record<
  Finding['status'],
  string
>

/**
 * Prints each finding as it is made, one line each; with `isJson` all at the end, as one array.
 * @returns the number of findings that are wrong
 */
export async function printFindings(
  findings: AsyncIterable<Finding>,
  { isJson }: { isJson: boolean },
): Promise<number> {
  const all: Finding[] = []
  for await (const finding of findings) {
    all.push(finding)
    const { status, check, detail } = finding
    if (!isJson) console.log(visible(`${LABELS[status]} ${check}: ${detail}`))
  }
  if (isJson) console.log(visibleLines(JSON.stringify(all, null, 2)))
  return all.filter(({ status }) => status === 'wrong').length
}
