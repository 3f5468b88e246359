import { z } from 'zod'
import { MAX_ID_CHARS, idProblem } from '@/contract/requestable-id'
import { TransactionOrder } from '@/contract/billing/operations'
import { MAX_PAGE, MAX_PAGE_SIZE } from '@/contract/billing/limits'
import {
  ACCESS_KEY_ROLES,
  MAX_ACCESS_KEY_ADDRESSES,
  MAX_ACCESS_KEY_DAYS,
  MAX_ACCESS_KEY_NAME_CHARS,
} from '@/lib/people/access-key'
import { ACTIVITY_OBJECTS, ACTIVITY_OUTCOMES } from '@/lib/activity/activity'
import { ROLES } from '@/lib/core/roles'
import { MAX_EMAIL_CHARS } from '@/lib/people/user'
import { MAX_GROUP, MAX_REASON_CHARS, MAX_SEEN_CHARS, MAX_TICKET_CHARS, SEEN_FIELDS } from '@/lib/changes/change'
import { CSV_FORMS } from '@/lib/core/download'
import { CHART_RANGES, LEDGER_COLUMNS } from '@/lib/ledger/whole-ledger'
import { CURSOR, MONTH, NO_DATE } from '@/lib/objects/indexed-objects'
import { type FilterName, filtersOf, type ListFilter, type ListName, LISTS } from '@/lib/core/lists'
import { MAX_NOTE_CHARS } from '@/lib/objects/note'
import { MAX_READ, READ_ID, READ_KINDS } from '@/lib/reads/reads'

/** Any id that a URL can carry; ids are opaque (gaps.md, Ids). */
export const PathId = z.string().superRefine((id, context) => {
  const reason = idProblem(id)
  if (reason !== null) context.addIssue(reason)
})

/** The text typed into Find: a valid id, with or without surrounding spaces. */
const SearchText = z
  .string()
  .refine((text) => text.trim() !== '' && [text, text.trim()].some((id) => idProblem(id) === null))

const SubscriptionId = PathId.describe('ID of the subscription in the billing API')
const InvoiceId = PathId.describe('ID of the invoice in the billing API; not its number')
const CustomerId = PathId.describe('ID of the customer in the billing API')
const ExternalId = PathId.describe(
  'External ID of the customer, which names their ledger. Not the customer ID of the billing API',
)

/** Text that every database stores unchanged: PostgreSQL rejects NUL, and UTF-8 cannot encode half of a surrogate pair. */
const KeptText = z
  .string()
  .trim()
  .refine((text) => !/[\0\p{Cs}]/u.test(text), 'must not contain NUL or half of a surrogate pair')

/** Text with a character that people see. */
const VisibleText = (message: string, maxChars: number) =>
  KeptText.max(maxChars).refine((text) => /[^\s\p{Cf}\p{DI}]/u.test(text), message)

/** A name of one line. */
const LineText = (maxChars: number) =>
  VisibleText('Enter a name', maxChars).refine(
    (name) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name),
    'must be one line of visible characters',
  )

const Month = z.string().regex(MONTH, 'must be a month')
const Cursor = z.string().regex(CURSOR, 'must be a cursor of the list')
const PageSize = z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).describe('The rows of a page').default(20)
const ReadId = z.string().regex(READ_ID, 'must be the ID of a run').describe('ID of a run of `readThese`')

/** The schemas of a list's filters, by name. */
type FiltersOf<Name extends ListName> = Record<FilterName<Name>, z.ZodOptional<z.ZodType<string>>>
// From a list's name to its fields: the compiler does not follow `Object.fromEntries`.
function filterShape<Name extends ListName>(list: Name): FiltersOf<Name>
function filterShape(list: ListName): Record<string, z.ZodType> {
  return Object.fromEntries(
    filtersOf(list).map(([name, filter]) => [name, filterSchema(filter).describe(filter.description).optional()]),
  )
}

function filterSchema(filter: ListFilter): z.ZodType<string> {
  switch (filter.kind) {
    case 'text':
      return KeptText.min(1).max(filter.maxChars)
    case 'status':
      return KeptText.min(1).max(100)
    case 'month':
      return filter.none === undefined ? Month : Month.or(z.literal(NO_DATE))
    case 'choice':
      return z.enum(Object.keys(filter.choices))
    case 'run':
      return ReadId
  }
}

/** The input of a list: its filters, all of which must match, its order, and a page. */
function listInput<Name extends ListName>(list: Name) {
  const sorts = Object.entries(LISTS[list].sorts)
  return z.strictObject({
    ...filterShape(list),
    sort: z
      .enum(sorts.map(([name]) => name))
      .describe(sorts.map(([name, meaning]) => `${name}: ${meaning}`).join('. '))
      .default(sorts[0]?.[0] ?? ''),
    order: z
      .enum(['asc', 'desc'])
      .describe('desc: the latest first, and attention first. asc: the reverse')
      .default('desc'),
    after: Cursor.describe('The page after this row').optional(),
    before: Cursor.describe('The page before this row').optional(),
    pageSize: PageSize,
  })
}
const ListSubscriptionsInput = listInput('subscriptions')
const ListInvoicesInput = listInput('invoices')
const ListCustomersInput = listInput('customers')
/** An export has all pages. */
const PAGE_FIELDS = { after: true, before: true, pageSize: true } as const
/** Of every CSV; strict without it. */
const CSV_FIELDS = { form: z.enum(CSV_FORMS).optional() }

/** An object with a page of its own. */
const ObjectInput = z.strictObject({
  kind: z.enum(['subscription', 'invoice', 'customer']).describe('What the ID names'),
  id: PathId.describe('ID of the subscription or invoice, or external ID of the customer'),
})
const NoteInput = z.strictObject({ noteId: z.string().regex(/^note_[\w-]{1,64}$/, 'must be the ID of a note') })
const NoteText = VisibleText('Enter a note', MAX_NOTE_CHARS)

const FindingKey = z.string().min(2).max(16_000)

const Reason = VisibleText('Enter a reason', MAX_REASON_CHARS).describe('The reason, in words. The audit keeps it')
const Ticket = KeptText.min(1).max(MAX_TICKET_CHARS).describe('The ID of the ticket').optional()
const GetSubscriptionInput = z.strictObject({ id: SubscriptionId })
const GetInvoiceInput = z.strictObject({ invoiceId: InvoiceId })
/** PostgreSQL has no year 0. */
const Instant = z.iso.datetime().refine((instant) => !instant.startsWith('0000'), 'must not be in year 0')
const SeenText = z.string().max(MAX_SEEN_CHARS).nullable()
const Seen = z.partialRecord(z.enum(SEEN_FIELDS), SeenText)
const DeleteSubscriptionInput = z.strictObject({
  id: SubscriptionId,
  reason: Reason,
  ticket: Ticket,
  seen: Seen.describe(
    'The values that you read, with the effect as "effect". Nothing is proposed or sent when the subscription has others by now. A key must send the effect',
  ).optional(),
  asOf: Instant.describe('When you read them: the "asOf" of the subscription').optional(),
})
const CancelSubscriptionInput = DeleteSubscriptionInput.extend({
  externalCustomerId: PathId.describe(
    'External ID of the subscription’s customer. The approved cancel sends it to the billing API',
  ).optional(),
})
const Page = z.coerce.number().int().min(1).max(MAX_PAGE).describe('The page, from 1').default(1)
const ListTransactionsInput = z.strictObject({
  externalId: ExternalId,
  page: Page,
  pageSize: PageSize,
  order: TransactionOrder.describe('By creation: desc is the newest first').default('desc'),
})

const CustomerInput = z.strictObject({ externalId: ExternalId })
/** A UTC day, as the console's own pages write it. */
const Day = z.iso.date().refine((day) => !day.startsWith('0000'), 'must not be in year 0')
/** The days of a chart: up to now, or from one day to another, "2026-10-01..2026-10-08". */
const ChartRange = z.union([
  z.enum(CHART_RANGES),
  z.string().refine((range) => {
    const days = range.split('..')
    return days.length === 2 && days.every((day) => Day.safeParse(day).success)
  }, 'must be two days'),
])
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
const SignedAmount = z.string().regex(/^-?\d{1,40}(\.\d{1,60})?$/, 'must be a decimal number')
const PoolKey = KeptText.max(600).describe('The `key` of a pool, as in `pools` of the ledger read')
/** Filters of a ledger; all must match. An empty value matches entries without one. */
const TransactionFilters = CustomerInput.extend({
  type: KeptText.max(250).describe('The type as the billing API names it. Empty: entries without one').optional(),
  billable: KeptText.max(MAX_ID_CHARS)
    .describe('ID of a billable; its name when it has no ID. Empty: entries without one')
    .optional(),
  block: KeptText.max(MAX_ID_CHARS).describe('ID of a block. Empty: entries without one').optional(),
  pool: PoolKey.optional(),
  from: Day.describe('The first UTC day, included').optional(),
  to: Day.describe('The last UTC day, included').optional(),
  amountFrom: SignedAmount.describe('The smallest amount, included').optional(),
  amountTo: SignedAmount.describe('The largest amount, included').optional(),
  idContains: KeptText.min(1)
    .max(MAX_ID_CHARS)
    .describe('A part of the ID of the transaction, its event, operation, billable, block or invoice')
    .optional(),
})

/** The end of a day that is over, and the price of a credit of one pool. */
const CreditsInput = z.strictObject({
  day: Day.describe('A UTC day that is over'),
  pool: PoolKey.optional(),
  price: z
    .string()
    .regex(/^\d{1,20}(\.\d{1,20})?$/, 'must be a decimal number')
    .describe('The price of one credit. Ignored unless all balances are of one pool: name `pool`')
    .optional(),
})
const ChangeId = z
  .string()
  .regex(/^op_[\w-]{1,64}$/, 'must be the ID of a change')
  .describe('ID of a cancel, a delete or a proposal of one')
/** `bat_`: the batches of an earlier version. */
const GroupId = z.string().regex(/^(grp|bat)_[\w-]{1,64}$/, 'must be the ID of a group')

/** The browser's id of its export, for reading the progress: 128 random bits, so that it cannot be guessed. */
const ExportId = z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits')

/** `lib/people/server/password/new-password.ts` checks the length of a new password and returns a better message. */
const Password = z.string().min(1).max(2048)
const Next = z.string().max(4096).optional()
const LinkToken = z.string().min(1).max(256)
/** Filters of the activity; all must match. `actor` and `text` match parts, ignoring case. */
const ActivityFilters = z.strictObject({
  actor: KeptText.min(1).max(320).optional(),
  action: KeptText.min(1).max(100).optional(),
  outcome: z.enum(ACTIVITY_OUTCOMES).optional(),
  objectKind: z.enum(ACTIVITY_OBJECTS).optional(),
  objectId: PathId.optional(),
  /** The first UTC instant, included. */
  from: Instant.optional(),
  /** The last UTC instant, excluded. */
  to: Instant.optional(),
  /** Part of the reason or the ticket. */
  text: KeptText.min(1).max(200).optional(),
})
/** An email address as the store keeps it, in lower case. */
export const UserEmail = z.string().trim().toLowerCase().max(MAX_EMAIL_CHARS).pipe(z.email('must be an email address'))
const UserRole = z.enum(ROLES)
const UserInput = z.strictObject({ userId: PathId })

/** No sign by which the activity names a person or a key. */
const KEY_NAME = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd} ._/:#+&,-]*$/u

/** The input of each operation of `operations.ts`. Unknown fields are rejected. */
export const CONSOLE_INPUTS = {
  getSubscription: GetSubscriptionInput,
  getRawSubscription: GetSubscriptionInput,
  getSubscriptionHistory: GetSubscriptionInput,
  cancelSubscription: CancelSubscriptionInput,
  deleteSubscription: DeleteSubscriptionInput,
  proposeCancel: CancelSubscriptionInput,
  proposeDelete: DeleteSubscriptionInput,
  approveChange: z.strictObject({ id: PathId, changeId: ChangeId, reason: Reason }),
  declineChange: z.strictObject({ changeId: ChangeId, reason: Reason }),
  getChange: z.strictObject({ changeId: ChangeId }),
  listChanges: z.strictObject({
    state: z
      .enum(['open', 'all', 'proposed', 'own_proposals'])
      .describe(
        'open: the outcome is not known yet. all: every change and proposal; without a subscription, those that the activity of the user shows. proposed: proposals of other people that wait for approval. own_proposals: those of the user, or of the key’s owner, and their keys that wait or ended in the last 3 days. Both list a group once',
      )
      .default('open'),
    subscriptionId: SubscriptionId.optional(),
    group: GroupId.describe('Only the changes of this group').optional(),
    page: Page,
    pageSize: PageSize,
  }),
  exportChanges: z.strictObject({ group: GroupId.optional(), ...CSV_FIELDS }),
  /** Each row with what the agent saw, and when. */
  cancelSelected: z.strictObject({
    reason: Reason,
    ticket: Ticket,
    rows: z
      .array(
        z.strictObject({
          id: SubscriptionId,
          // All of them: the approver is shown these, and a field that is left out would not be compared.
          seen: z.record(z.enum(SEEN_FIELDS), SeenText),
          asOf: Instant,
          externalCustomerId: PathId.optional(),
        }),
      )
      .min(1)
      .max(MAX_GROUP)
      .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, 'must have each subscription once'),
  }),
  stopGroup: z.strictObject({ groupId: GroupId }),
  closeChange: z.strictObject({ changeId: ChangeId, note: Reason }),
  getInvoice: GetInvoiceInput.extend({
    asOf: Instant.describe(
      'Only for pages of this console. Leave it out: it does not show an earlier state',
    ).optional(),
  }),
  getRawInvoice: GetInvoiceInput,
  compareInvoices: GetInvoiceInput.extend({
    with: InvoiceId.describe(
      'ID of the other invoice; by default the newest earlier one of the subscription that the console has read',
    ).optional(),
  }),
  listTransactions: ListTransactionsInput,
  listRawTransactions: ListTransactionsInput,
  find: z.strictObject({
    id: SearchText.describe('One ID, or an invoice number or plan name of up to three words. Not a sentence'),
    exact: z.boolean().describe('Searches for a text of up to six words as one ID').optional(),
  }),
  listSubscriptions: ListSubscriptionsInput,
  listInvoices: ListInvoicesInput,
  listCustomers: ListCustomersInput,
  sumInvoices: ListInvoicesInput.omit(PAGE_FIELDS),
  forgetCustomer: CustomerInput,
  /** IDs of a kind, or all that match the filters of its list. */
  readThese: z
    .strictObject({
      kind: z.enum(READ_KINDS).describe('What the IDs or the listed objects are'),
      ids: z
        .array(KeptText.min(1).max(MAX_ID_CHARS + 2))
        .min(1)
        .max(MAX_READ)
        .describe(
          'IDs, quoted or not, or numbers of invoices that the console has read; otherwise the filters of a list',
        )
        .optional(),
      subscriptions: ListSubscriptionsInput.omit(PAGE_FIELDS).describe('All that match these filters').optional(),
      invoices: ListInvoicesInput.omit(PAGE_FIELDS).describe('All that match these filters').optional(),
      customers: ListCustomersInput.omit(PAGE_FIELDS).describe('All that match these filters').optional(),
    })
    .refine(
      ({ kind, ids, ...lists }) =>
        ids === undefined
          ? lists[`${kind}s`] !== undefined && Object.values(lists).filter((each) => each !== undefined).length === 1
          : Object.values(lists).every((each) => each === undefined),
      'must have IDs, or the filters of the list of the kind',
    ),
  listReads: z.strictObject({}),
  getRead: z.strictObject({ readId: ReadId }),
  stopRead: z.strictObject({ readId: ReadId }),
  listCredits: CreditsInput,
  exportCredits: CreditsInput.extend(CSV_FIELDS),
  exportSubscriptions: ListSubscriptionsInput.omit(PAGE_FIELDS).extend(CSV_FIELDS),
  exportInvoices: ListInvoicesInput.omit(PAGE_FIELDS).extend({
    columns: z
      .literal('findings')
      .describe('findings: a row for each finding, with its kind, lines, expected amount, difference and reviewer')
      .optional(),
    ...CSV_FIELDS,
  }),
  exportInvoiceLines: ListInvoicesInput.omit(PAGE_FIELDS).extend({ exportId: ExportId.optional(), ...CSV_FIELDS }),
  exportCustomers: ListCustomersInput.omit(PAGE_FIELDS).extend(CSV_FIELDS),
  getCustomer: CustomerInput,
  getApiCustomer: z.strictObject({ customerId: CustomerId }),
  /** Of one object, or of all. */
  listDifferences: z
    .strictObject({ kind: z.enum(['subscription', 'invoice']).optional(), id: PathId.optional() })
    .refine(({ kind, id }) => (kind === undefined) === (id === undefined), 'must have both kind and id, or neither'),
  getRelated: z.strictObject({
    subscriptionId: SubscriptionId.describe(
      'ID of a subscription: its invoices, and the ledgers that name them',
    ).optional(),
    invoiceId: InvoiceId.describe('ID of an invoice: the ledgers that name it').optional(),
    customerId: CustomerId.describe('ID of a customer in the billing API: the ledgers that belong to them').optional(),
  }),
  getAttention: z.strictObject({}),
  listOpened: z.strictObject({}),
  forgetOpened: z.strictObject({}),
  listReviews: GetInvoiceInput,
  /** `finding` is its `findingKey`, `contentDigest` that of the invoice that the reviewer saw. */
  reviewFinding: GetInvoiceInput.extend({
    finding: FindingKey,
    reason: Reason,
    contentDigest: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be the digest of an invoice')
      .optional(),
  }),
  withdrawReview: GetInvoiceInput.extend({ finding: FindingKey }),
  listNotes: ObjectInput,
  addNote: ObjectInput.extend({ text: NoteText }),
  /** `editedAt` of the note as its author saw it. */
  editNote: NoteInput.extend({ text: NoteText, editedAt: Instant.nullable() }),
  deleteNote: NoteInput,
  /** The beginning of a name. */
  suggest: z.strictObject({ text: KeptText.min(2).max(MAX_ID_CHARS) }),
  printInvoice: GetInvoiceInput.extend({
    for: z.enum(['customer', 'internal']).default('customer'),
    externalId: ExternalId.describe(
      'The customer’s copy names this ledger when the billing API confirms it',
    ).optional(),
  }),
  printInvoiceMonth: z.strictObject({ issued: Month.describe('The month of the issue dates, UTC: 2026-03') }),
  downloadInvoiceCsv: GetInvoiceInput.extend(CSV_FIELDS),
  getLedgerRead: CustomerInput,
  readLedger: CustomerInput.extend({
    again: z.boolean().describe('Compares every page, also those that were read before').optional(),
  }),
  cancelLedgerRead: CustomerInput,
  getBalanceChart: CustomerInput.extend({
    range: ChartRange.describe(
      'The days up to the last read of the ledger, or two UTC days: 2026-10-01..2026-10-31',
    ).default('90d'),
  }),
  explainChange: CustomerInput.extend({
    from: Day.describe('The first UTC day, included: 2026-10-01 for October'),
    to: Day.describe('The last UTC day, included: 2026-10-31 for October'),
  }),
  listLedgerMonths: CustomerInput,
  listLedgerBlocks: CustomerInput,
  listGrantedBlocks: GetInvoiceInput,
  listFilterOptions: CustomerInput,
  filterTransactions: TransactionFilters.extend({
    beforePage: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_PAGE)
      .describe('`nextBeforePage` of the response before')
      .optional(),
  }),
  exportLedgerMonths: CustomerInput.extend(CSV_FIELDS),
  printMonths: CustomerInput,
  exportTransactions: TransactionFilters.extend({
    exportId: ExportId.optional(),
    ...CSV_FIELDS,
    columns: z
      .string()
      .regex(/^\d{1,2}(,\d{1,2})*$/)
      .refine((list) => list.split(',').every((each) => LEDGER_COLUMNS[Number(each)] !== undefined))
      .describe(`Numbers of columns, such as 0,2,14; all by default. From 0: ${LEDGER_COLUMNS.join(', ')}`)
      .optional(),
    timeZone: z
      .string()
      .max(64)
      .refine(isTimeZone, 'must be a time zone')
      .describe('An IANA zone: the entries’ creation is then also in it')
      .optional(),
  }),
  getExport: z.strictObject({ exportId: ExportId }),
  cancelExport: z.strictObject({ exportId: ExportId }),
  signIn: z.strictObject({ email: UserEmail, password: Password, next: Next }),
  signOut: z.strictObject({}),
  getAccount: z.strictObject({}),
  changePassword: z.strictObject({ password: Password, newPassword: Password }),
  // The id of one session, or `others` for all but the current one.
  endSession: z.strictObject({
    sessionId: z.string().regex(/^(ses_[\w-]{1,64}|others)$/, 'must be one of your sessions'),
  }),
  listOwnAccessKeys: z.strictObject({}),
  createAccessKey: z.strictObject({
    name: LineText(MAX_ACCESS_KEY_NAME_CHARS).refine(
      (name) => !/\p{DI}|\p{Me}|\p{M}{4}/u.test(name) && KEY_NAME.test(name),
      'must begin with a letter or digit, and have only letters, digits, spaces and . _ / : # + & , -',
    ),
    role: z.enum(ACCESS_KEY_ROLES),
    days: z.number().int().min(1).max(MAX_ACCESS_KEY_DAYS),
    addresses: z
      .array(
        z.union(
          [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
          'must be an IP address, or a network such as 203.0.113.0/24',
        ),
      )
      .max(MAX_ACCESS_KEY_ADDRESSES)
      .default([]),
  }),
  listAccessKeys: z.strictObject({}),
  revokeAccessKey: z.strictObject({ keyId: z.string().regex(/^key_[\w-]{1,64}$/, 'must be the ID of an access key') }),
  setUp: z.strictObject({ token: LinkToken, email: UserEmail, password: Password }),
  resetPassword: z.strictObject({ token: LinkToken, password: Password }),
  stepUp: z.strictObject({ password: Password, next: Next }),
  listActivity: ActivityFilters.extend({
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  exportActivity: ActivityFilters.extend(CSV_FIELDS),
  getStatus: z.strictObject({}),
  startOidc: z.strictObject({ next: z.string().max(4096).optional(), fresh: z.literal('1').optional() }),
  // The provider may add parameters of its own.
  finishOidc: z.object({ state: z.string().max(1024).optional() }).catchall(z.string().max(8192)),
  listUsers: z.strictObject({ search: KeptText.max(MAX_EMAIL_CHARS).default('') }),
  addUser: z.strictObject({ email: UserEmail, role: UserRole }),
  changeUser: UserInput.extend({ role: UserRole.optional(), disabled: z.boolean().optional() }),
  createResetLink: UserInput,
} as const satisfies Record<string, z.ZodObject>
