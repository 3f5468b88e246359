import type { AlertData, AlertField } from '@/contract/console/alert'
import { visible } from '@/contract/visible-text'
import { batchPath, OBJECT_PATHS } from '../../format/paths'
import { settings } from '../settings'
import type { alertEvents } from '../store/alert-schema'

type AlertEvent = Pick<typeof alertEvents.$inferSelect, 'kind' | 'data' | 'createdAt'>

/** The fields of each group. docs/alerts.md lists them. */
const FIELDS: Record<AlertField, readonly (keyof AlertData)[]> = {
  ids: ['object', 'id', 'number', 'changeId', 'batchId'],
  customer: ['customerId'],
  details: ['changed', 'status', 'dueDate', 'asOf', 'action', 'expiresAt', 'resource', 'field', 'difference'],
  amounts: ['amount', 'currency', 'values'],
  people: ['person', 'reason'],
  link: ['link'],
}

/** Returns the body of a delivery: JSON with the chosen fields only. */
export function webhookBody({ kind, data, createdAt }: AlertEvent, chosen: readonly AlertField[]): string {
  const names: ReadonlySet<string> = new Set(chosen.flatMap((group) => FIELDS[group]))
  const all = { ...data, link: linkOf(data) }
  const sent = Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)))
  return JSON.stringify({ type: kind, timestamp: createdAt, data: sent })
}

/** Returns the address of the event's page; undefined where the console has no public address. */
function linkOf({ object, id, batchId, resource }: AlertData): string | undefined {
  const { CONSOLE_ORIGIN: origin } = settings()
  if (origin === undefined) return undefined
  if (object !== undefined && id !== undefined) return origin + OBJECT_PATHS[object](id)
  if (batchId !== undefined) return origin + batchPath(batchId)
  return resource === undefined ? undefined : `${origin}/status`
}

/** Returns the lines of an email about an event: what happened to which object, and the link. No amounts and no customers. */
export function emailLines({ kind, data, createdAt }: AlertEvent): string {
  const link = linkOf(data)
  return `- ${visible(sentenceOf(kind, data))} (${inMinutes(createdAt)})${link === undefined ? '' : `\n  ${link}`}`
}

/** Mail programs make links of other texts. */
const PLAIN = /^[\w#/[\] -]{1,100}$/

/** Returns the path of a field, such as `items[] › vat`: with its dots it could be the address of a website. */
function fieldWords(path: string): string {
  const names = path.split('.')
  if (path === '') return 'none'
  return names.every((name) => PLAIN.test(name)) ? names.join(' › ') : 'with an unusual name'
}

const inMinutes = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`

function sentenceOf(kind: string, data: AlertData): string {
  const { object = 'object', id = '', number, batchId, changed = [], action = 'change' } = data
  const [name, other] = [number ?? '', id].filter((text) => PLAIN.test(text))
  const one = [object, name, other && `(${other})`].filter((part) => part !== undefined).join(' ')
  const what = batchId === undefined ? one : `the subscriptions of batch ${batchId}`
  switch (kind) {
    case 'object.changed':
      return `Changed: ${what}: ${changed.join(', ')}`
    case 'invoice.overdue':
      return data.asOf === undefined ? `Overdue: ${what}` : `Overdue, as read on ${inMinutes(data.asOf)}: ${what}`
    case 'invoice.payment_failed':
      return `Payment failed: ${what}`
    case 'change.proposed':
      return `Proposed: ${action} of ${what}`
    case 'change.needs_review':
      return `Ended with an unknown outcome: ${action} of ${what}`
    case 'api.drift':
      return `The billing API differs from the interface document: ${data.resource}, field ${fieldWords(data.field ?? '')}, ${data.difference}`
    default:
      return kind
  }
}
