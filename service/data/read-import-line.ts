import { idProblem } from '@/contract/requestable-id'
import { isJsonObject, parseExactJson } from '@/contract/exact-json'
import { Contradiction } from '../domain/shared-objects'
import { BadLine } from './bad-line'
import { explainIssue } from './explain-issue'
import { ImportLine } from './import-line'
import { normalizeImportedData, type Problem } from './normalize-imported-data'
import { storableLine, type NumberedLine } from './storable-line'
import { unstorableIn } from './unstorable-in'

const normalize = normalizeImportedData(ImportLine)

/**
 * Reads one line for `merchantId`. It keeps everything, including unknown fields at any depth.
 * @throws BadLine that names the first field that cannot be stored
 */
export function readImportLine(text: string, number: number, merchantId: string): NumberedLine {
  const wire = parseLine(text, number)
  const unstorable = unstorableIn(text, wire)
  if (unstorable) throw new BadLine(number, unstorable.field, unstorable.reason)

  const problems = normalize(wire, merchantId)
  const { data: line, error } = ImportLine.safeParse(wire)
  const [problem] = problems
  if (error && !problem) {
    const { field, reason } = explainIssue(error.issues, wire)
    throw new BadLine(number, field, reason)
  }
  if (problem) throw new BadLine(number, problem.field, problem.reason)
  if (!line || !isJsonObject(wire) || !isJsonObject(wire.data))
    throw new TypeError('the contract accepted an invalid line')
  const [disagreement] = [...unrequestableIds(line), ...disagreements(line)]
  if (disagreement) throw new BadLine(number, disagreement.field, disagreement.reason)
  try {
    return { ...storableLine(line, wire.data, merchantId), number }
  } catch (refusal) {
    if (refusal instanceof RangeError) throw new BadLine(number, null, 'is nested too deeply')
    if (refusal instanceof Contradiction) throw new BadLine(number, refusal.field, refusal.reason)
    throw refusal
  }
}

function parseLine(text: string, number: number): unknown {
  try {
    return parseExactJson(text)
  } catch (error) {
    if (error instanceof RangeError) throw new BadLine(number, null, 'is nested too deeply')
    if (error instanceof SyntaxError) throw new BadLine(number, null, `is not JSON: ${error.message}`)
    throw error
  }
}

/** Finds ids that no path can hold: their objects could never be requested. */
function* unrequestableIds({ kind, data }: ImportLine): Generator<Problem> {
  if (kind === 'transaction') return
  const [field, id] = kind === 'customer' ? ['data.externalId', data.externalId] : ['data.id', data.id]
  const reason = idProblem(id)
  if (reason !== null) yield { field, reason: `${reason}, so it could never be requested` }
}

/** Finds missing required fields, and ids that contradict each other. */
function* disagreements({ kind, data }: ImportLine): Generator<Problem> {
  if (kind === 'subscription' && (data.planId ?? data.plan?.id) === undefined)
    yield { field: 'data.planId', reason: 'is missing, and so is data.plan: one of them must name the plan' }
  if (kind !== 'invoice') return
  const positions = new Map<string, number>()
  for (const [position, item] of (data.invoiceLineItems ?? []).entries()) {
    const at = `data.invoiceLineItems[${position}]`
    const invoiceId = item.invoiceId ?? data.id
    if (invoiceId !== data.id)
      yield {
        field: `${at}.invoiceId`,
        reason: `does not match data.id: it is ${JSON.stringify(invoiceId)} here and ${JSON.stringify(data.id)} there`,
      }
    const earlier = positions.get(item.id)
    if (earlier !== undefined)
      yield { field: `${at}.id`, reason: `is the id of data.invoiceLineItems[${earlier}] as well: "${item.id}"` }
    positions.set(item.id, position)
  }
}
