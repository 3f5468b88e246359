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
  /** Whether the same request may succeed later, and the outcome of a change (`errors.ts`). */
  retryable: z.boolean(),
  outcome: z.enum(['none', 'applied', 'unknown']),
  requestId: z.string(),
  /** A hint for the operator of the console, such as the name of a setting; shown folded. */
  technicalDetail: z.string().optional(),
  /** The HTTP status and the message of the billing API's response, if any. */
  upstreamStatus: z.int().optional(),
  upstreamMessage: z.string().optional(),
  /** The beginning of an error's body in which the console found no message. */
  upstreamBody: z.string().optional(),
  /** The billing API's own error code, if any. */
  upstreamCode: z.string().optional(),
  /** The id of the change that the problem is about. */
  changeId: z.string().optional(),
  /** The API's `Retry-After` in seconds. */
  retryAfterSeconds: z.number().optional(),
})

export type Problem = z.infer<typeof Problem>
