/** Every id the other billing API knows, by what is peculiar about it. */
export const SCENARIO_IDS = {
  subscription: {
    /** Active, with every shape the interface document leaves open; its id needs percent-encoding throughout. */
    active: 'abo/eins zwei?#%25&ü',
    /** Not begun yet: a cancel deletes it, and then it answers 404. */
    upcoming: 'abo-upcoming',
    /** Neither active nor begun: a delete is accepted. */
    draft: 'abo-draft',
    /** Cancel answers 422 and delete 409, each in words of its own. */
    stubborn: 'abo-stubborn',
    /** Nothing but its id, a number. */
    bare: '9001',
    /** Texts that try to run, to reorder or to mislead. */
    hostile: 'abo-<script>alert(1)</script>',
    /** A plan with 3,000 prices. */
    large: 'abo-large',
  },
  invoice: {
    active: 'rechnung/42 ?ü',
    bare: 'rechnung-bare',
    hostile: 'rechnung-"><img src=x onerror=alert(1)>',
    /** As many lines as LINE_COUNTS says: more than come at once. */
    long: 'rechnung-long',
    /** 12 MB of them. */
    large: 'rechnung-large',
  },
  customer: {
    /** 45 transactions; the answer says neither count nor pages. */
    acme: 'acme/eu west?#1%25+ü@example.com',
    /** An empty ledger. */
    empty: 'customer-empty',
  },
  /** Ids that misbehave, as subscriptions and as invoices. */
  fault: {
    /** Answers after 12 s, reads and writes; writes are done at once. */
    slow: 'fault-slow',
    /** Does the write, then drops the connection. Reads are well. */
    dropsAfterWrite: 'fault-drops-after-write',
    /** Does the write, then answers 500. Reads are well. */
    failsAfterWrite: 'fault-fails-after-write',
    /** Drops the connection on every request. */
    drops: 'fault-drops',
    /** 503 on the first read, well on the second. */
    unavailableOnce: 'fault-unavailable-once',
    redirect: 'fault-redirect',
    invalidJson: 'fault-invalid-json',
    html: 'fault-html',
    list: 'fault-list',
    empty: 'fault-empty',
    /** 429 with Retry-After: 7. */
    rateLimited: 'fault-rate-limited',
    /** 401 that echoes the key it was sent. */
    echoesKey: 'fault-echoes-key',
    /** 200 with brackets nested 100,000 deep. */
    deep: 'fault-deep',
  },
} as const

/** How many lines the two long invoices have. */
export const LINE_COUNTS = { long: 300, large: 20_000 } as const
