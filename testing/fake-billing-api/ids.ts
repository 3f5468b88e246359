/** The ids of the fake billing API, named by their peculiarity. */
export const SCENARIO_IDS = {
  subscription: {
    /** Active, with every shape that the interface document leaves open. Every character of its id needs percent-encoding. */
    active: 'abo/eins zwei?#%25&ü',
    /** Has ended, with the invoice `faulty`. */
    ended: 'abo-ended',
    /** Not started yet: a cancel deletes it, and reads then return 404. */
    upcoming: 'abo-upcoming',
    /** A draft that is neither active nor started: a delete is accepted. */
    draft: 'abo-draft',
    /** Cancel returns 422 and delete returns 409, each with its own message. */
    stubborn: 'abo-stubborn',
    /** Has no field but its id, which is a number. */
    bare: '9001',
    /** Has hostile texts in its fields. */
    hostile: 'abo-<script>alert(1)</script>',
    /** A plan with 3,000 prices. */
    large: 'abo-large',
  },
  invoice: {
    active: 'rechnung/42 ?ü',
    bare: 'rechnung-bare',
    /** Seven lines with three faults and a month too many. */
    faulty: 'rechnung-faulty',
    hostile: 'rechnung-"><img src=x onerror=alert(1)>',
    /** Has `LINE_COUNTS.long` lines: more than the first HTML holds. */
    long: 'rechnung-long',
    /** Has `LINE_COUNTS.large` lines, 12 MB. */
    large: 'rechnung-large',
  },
  customer: {
    /** Has 45 transactions. The response has neither count nor pages. */
    acme: 'acme/eu west?#1%25+ü@example.com',
    /** An empty ledger. */
    empty: 'customer-empty',
    /** 120,000 transactions. */
    long: 'customer-long',
    /** As many, of an API that has another name for the page parameter. */
    deaf: 'customer-deaf',
    /** Transactions of one date. The third page of 100 repeats one of the first page. */
    tied: 'customer-tied',
  },
  /** Ids of `FAULTS` in fault-catalogue.ts, as subscriptions, invoices and customers. */
  fault: {
    slow: 'fault-slow',
    dropsAfterWrite: 'fault-drops-after-write',
    failsAfterWrite: 'fault-fails-after-write',
    drops: 'fault-drops',
    unavailableOnce: 'fault-unavailable-once',
    redirect: 'fault-redirect',
    invalidJson: 'fault-invalid-json',
    html: 'fault-html',
    list: 'fault-list',
    empty: 'fault-empty',
    rateLimited: 'fault-rate-limited',
    echoesKey: 'fault-echoes-key',
    deep: 'fault-deep',
  },
} as const

/** The line counts of the two long invoices. */
export const LINE_COUNTS = { long: 300, large: 20_000 } as const
