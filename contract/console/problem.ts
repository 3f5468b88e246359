import { z } from 'zod'
import { CONSOLE_ERRORS, type ConsoleErrorCode } from './errors'

const isCode = (text: unknown): text is ConsoleErrorCode =>
  typeof text === 'string' && Object.hasOwn(CONSOLE_ERRORS, text)

/** RFC 9457 problem details of the console's API. `detail` says what happened and what to do. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.custom<ConsoleErrorCode>(isCode),
  /** Whether the same request may fare better later, and what a write has done (`errors.ts`). */
  retryable: z.boolean(),
  outcome: z.enum(['none', 'applied', 'unknown']),
  requestId: z.string(),
  /** What to look at for whoever runs the console, such as the name of a setting; shown folded. */
  technicalDetail: z.string().optional(),
  /** What the billing API answered: its HTTP status and its own words, where there were any. */
  upstreamStatus: z.int().optional(),
  upstreamMessage: z.string().optional(),
  /** The billing API's own error code, where it sent one. */
  upstreamCode: z.string().optional(),
  /** The cancel or delete that this is about, as the console keeps it. */
  changeId: z.string().optional(),
  /** Seconds after which the API invites another try. */
  retryAfterSeconds: z.number().optional(),
})

export type Problem = z.infer<typeof Problem>
