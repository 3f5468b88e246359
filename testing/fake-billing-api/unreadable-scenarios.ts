import { jsonResponse } from './response'
import { plainInvoice, plainLine, plainPlan, plainPrice, plainSubscription, plainTransaction } from './plain-resources'
import { type ReadScenario, type ResourceKind, scenarioId } from './scenario'

/** Returns an object in place of a value. It contains the path of its field. */
const odd = (path: string) => ({ at: path })
/** True for rules, which the console shows as sent. */
const asData = (path: string) => /(^|\.)rules\./.test(path)

/** Returns a copy with every value unreadable except the fields in `keep`, and adds their paths to `paths`. */
function unreadable(value: unknown, path: string, keep: readonly string[], paths: string[]): unknown {
  if (Array.isArray(value)) return value.map((item, index) => unreadable(item, `${path}[${index}]`, keep, paths))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        const at = path === '' ? name : `${path}.${name}`
        return [name, keep.includes(at) ? part : unreadable(part, at, keep, paths)]
      }),
    )
  paths.push(path)
  return odd(path)
}

function everyField(kind: ResourceKind, body: (id: string) => object, keep: readonly string[]): ReadScenario {
  const name = 'values that cannot be read'
  const id = scenarioId(kind, 'Nullable fields', name)
  const paths: string[] = []
  const response = jsonResponse(unreadable(body(id), '', keep, paths))
  const shows = paths.map((path) => `${asData(path) ? '' : 'Unreadable: '}${JSON.stringify(odd(path))}`)
  return {
    gap: 'Nullable fields',
    name,
    kind,
    id,
    response,
    shows,
    never: [/Not sent|fields? not sent|Status not sent|\b[Nn]o [\w ]+ sent/],
  }
}

const lineWithParts = {
  ...plainLine,
  details: {
    ...plainLine.details,
    subItems: [{ name: 'Part', quantity: 1, price: 2, amount: 2 }],
    appliedMinimum: 1,
    appliedMaximum: 2,
  },
}
const { basePlanPrice: _, ...planByItsId } = plainPlan
const planOfOnePrice = { ...planByItsId, prices: [{ price: { ...plainPrice, updatedAt: plainPrice.createdAt } }] }
const rowWithBalances = { ...plainTransaction, previousBalance: 1, newBalance: 2 }

/** Every value of every resource sent as something else: each is shown as what it is, none as "Not sent". */
export const UNREADABLE_SCENARIOS: readonly ReadScenario[] = [
  everyField('subscription', (id) => ({ id, ...plainSubscription, plan: planOfOnePrice }), ['id']),
  everyField('invoice', (id) => ({ id, ...plainInvoice, invoiceLineItems: [lineWithParts] }), ['id']),
  everyField('customer', () => ({ results: [rowWithBalances], count: 1, pages: 1, currentPage: 1 }), [
    'count',
    'pages',
    'currentPage',
  ]),
]
