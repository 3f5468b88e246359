import type { z } from 'zod'
import { type OperationLine, type OperationName, OPERATIONS } from '../operations'
import type { OperationContext } from './operation-context'
import type { Pending, StoreWrite } from './store-write'

/** The object of an audit entry, and the input field with its ID. */
interface AuditObject {
  kind: 'subscription' | 'invoice' | 'customer' | 'user'
  idField: string
}

/**
 * How the audit records an operation; one without it records itself or is not recorded.
 * - `run`: an intent before the run and an outcome after it, or after the end of the file, and refusals. A change or an update records its
 *   success itself. `fields` are the recorded input fields besides the object, `reason` and `ticket`; others may be secret
 * - `refusal`: only a refusal by the role, because the operation records its success itself
 */
export type OperationAudit =
  | { records: 'run'; object?: AuditObject; fields: readonly string[] }
  | { records: 'refusal'; object?: AuditObject }

/** What a tool of assistants (`lib/mcp/`) needs besides its operation; often nothing. */
interface Tool {
  /**
   * Returns the path of the page that shows the result, by the fields of the input as texts. Without it, the link is to the object that the
   * input names.
   */
  page?: (input: Readonly<Record<string, string>>) => string
  /** The field of the output with the rows of a list that has pages. */
  rows?: string
  /** Where the result comes from: only what the console has read, or the read of a whole ledger. The tool says what that does not prove. */
  from?: 'index' | 'ledger'
}

/** What an operation is besides its line in `lib/core/operations.ts`. */
interface OperationDefinition {
  /** Unknown fields are rejected. */
  input: z.ZodObject
  /**
   * One or two sentences for programs and assistants: a request with an access key may run it. Without it, such a request gets a 403 with
   * every role.
   */
  describe?: string
  /** Set when assistants get it as a tool; such an operation has a description. */
  tool?: Tool
  audit?: OperationAudit
  /** Pages poll this operation, so it does not keep a session from becoming idle. */
  isPolled?: true
  /** The largest body of a signed-in user; 64 KiB without it. */
  maxBodyBytes?: number
  /** The page with the form of a `session`. Without scripts, an error is shown there. */
  form?: `/${string}`
}

/** An operation of any input and output. */
export interface Operation extends OperationDefinition, OperationLine {
  name: OperationName
  run?: (context: OperationContext, input: never) => Promise<unknown>
  write?: (context: OperationContext, input: never) => Pending<StoreWrite<unknown>>
}

/** Returns an operation with its line of the table. `run` gets its checked input; the output is what it returns. */
export const operation = <Input extends z.ZodObject, Output, Context = OperationContext>(
  name: OperationName,
  definition: Omit<OperationDefinition, 'input'> & {
    input: Input
    run: (context: Context, input: z.infer<Input>) => Promise<Output>
  },
) => ({ name, ...OPERATIONS[name], ...definition })

/** Returns an operation that changes the console's store. `write` reads first and returns what `runOperation` then writes, with the entry. */
export const writeOperation = <Input extends z.ZodObject, Output>(
  name: OperationName,
  definition: Omit<OperationDefinition, 'input'> & {
    input: Input
    write: (context: OperationContext, input: z.infer<Input>) => Pending<StoreWrite<Output>>
  },
) => ({ name, ...OPERATIONS[name], ...definition })
