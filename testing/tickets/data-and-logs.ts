import type { Ticket } from './ticket'

/** JSON, tables, logs and stack traces. */
export const DATA_AND_LOGS: readonly Ticket[] = [
  {
    what: 'the JSON of a webhook',
    text: `{
  "event_type": "invoice.payment_failed", "api_version": "2026-10-01", "livemode": true, "created": 1793716205,
  "data": {"object": {"id": "inv_9f8e7d", "customer": "cus_5d4c", "subscription": "sub_3b2a", "amount_due": 120050,
    "currency": "usd", "attempt_count": 3, "billing_reason": "subscription_cycle", "status": "past_due",
    "customer_email": "ap@initech.example", "customer_address": {"line1": "12 Main St", "postal_code": "94105", "country": "US"},
    "period_start": "2026-10-01T00:00:00Z", "unit_price": 0.0015, "description": "Pro plan (per seat)"}},
  "request_id": "req_8a7b6c5d4e"
}`,
    ids: ['inv_9f8e7d', 'cus_5d4c', 'sub_3b2a'],
    also: ['ap@initech.example'],
  },
  {
    what: 'an error of the billing API',
    text: `HTTP/1.1 404 Not Found
content-type: application/problem+json; charset=utf-8
x-request-id: 5f2b9c1e-77aa-4c1d-9d3e-0a1b2c3d4e5f
date: Tue, 03 Nov 2026 14:30:05 GMT

{"type":"about:blank","status":404,"code":"not_found","detail":"No subscription sub_zz9 in merchant mer_1."}`,
    ids: ['sub_zz9', 'mer_1'],
  },
  {
    what: 'a Node.js stack trace',
    text: `2026-11-03T14:30:05.123Z error [billing-worker-3] Failed to sync invoice inv_sync_1 (attempt 2/5, 503)
TypeError: Cannot read properties of undefined (reading 'line_items')
    at syncInvoice (/srv/app/node_modules/@acme/billing-sync/dist/sync-invoice.js:142:17)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)
    at async Promise.all (index 0)
Node.js v22.11.0`,
    ids: ['inv_sync_1'],
    also: ['billing-worker-3', '503'],
  },
  {
    what: 'a Java stack trace',
    text: `14:30:05.123 [http-nio-8080-exec-7] ERROR c.a.b.InvoiceController - customerId=acme-77 failed
java.lang.IllegalStateException: ledger of acme-77 is locked
	at com.acme.billing.LedgerService.append(LedgerService.java:88)
	at java.base/java.lang.Thread.run(Thread.java:840)
	... 14 more
Caused by: org.postgresql.util.PSQLException: ERROR: could not obtain lock on row in relation "ledger_entries"`,
    ids: ['acme-77'],
    also: ['http-nio-8080-exec-7', 'customerId=acme-77', 'ledger_entries'],
  },
  {
    what: 'a Python traceback',
    text: `Traceback (most recent call last):
  File "/usr/lib/python3.11/site-packages/billing_client/api.py", line 59, in get_invoice
    raise NotFound(f"{invoice_id} not found")
billing_client.errors.NotFound: 01ARZ3NDEKTSV4RRFFQ69G5FAV not found`,
    ids: ['01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    also: ['billing_client.errors.NotFound', 'get_invoice'],
  },
  {
    what: 'a PHP stack trace',
    text: `[03-Nov-2026 14:30:05 UTC] PHP Fatal error:  Uncaught RuntimeException: No customer cus_php_1 in /var/www/html/app/Billing.php:212
Stack trace:
#0 /var/www/html/app/Http/Kernel.php(88): App\\Billing->charge()
#1 {main}
  thrown in /var/www/html/app/Billing.php on line 212`,
    ids: ['cus_php_1'],
  },
  {
    what: 'an access log',
    text: `203.0.113.27 - - [03/Nov/2026:14:30:05 +0000] "GET /external/subscriptions/sub_log_1/expanded HTTP/1.1" 404 512 "-" "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Safari/605.1.15"
203.0.113.27 - - [03/Nov/2026:14:30:06 +0000] "GET /external/invoices/inv_log_2/with-line-items HTTP/2.0" 200 10482 "-" "curl/8.4.0"`,
    ids: ['sub_log_1', 'inv_log_2'],
    also: ['404', '512', '200', '10482'],
  },
  {
    what: 'a structured log',
    text: `level=error ts=2026-11-03T14:30:05Z msg="charge failed" customer_id=umbrella-9 invoice_id=inv_l1 amount=1200.50 duration_ms=842 retries=3 status=502 trace_id=4bf92f3577b34da6a3ce929d0e0e4736`,
    ids: ['umbrella-9', 'inv_l1'],
    also: ['customer_id=umbrella-9', 'invoice_id=inv_l1'],
  },
  {
    what: 'a CSV export',
    text: `invoice_id,number,customer,issued_at,due_date,total,currency,status
inv_c1,1042,acme-inc,2026-11-01,2026-11-15,"1,200.50",USD,past-due
inv_c2,1043,globex-eu,2026-11-01,2026-11-15,98.00,EUR,paid`,
    ids: ['inv_c1', 'inv_c2', '1042', '1043', 'acme-inc', 'globex-eu'],
  },
  {
    what: 'rows of a spreadsheet',
    text: `Invoice\tCustomer\tAmount\tDate\tQty
1042\tacme-inc\t$1,200.50\t11/01/2026\t1,250
1043\tglobex-eu\t98.00\t11/01/2026\t2,000`,
    ids: ['1042', '1043', 'acme-inc', 'globex-eu'],
  },
  {
    what: 'a Markdown table',
    text: `| Subscription | Plan | Since | MRR |
|:-------------|:----:|------:|----:|
| \`sub_m1\` | Scale | 2026-03-03 | $1,200.50 |
| **sub_m2** | Free | 03.03.2026 | 0,00 € |`,
    ids: ['sub_m1', 'sub_m2'],
  },
  {
    what: 'YAML',
    text: `customer:
  external_id: acme-inc
  plan_name: Pay-as-you-go
  timezone: America/New_York
  locale: en-US
  seats: 25
  started_at: 2026-03-03T14:30:00+01:00
subscription: sub_y1`,
    ids: ['acme-inc', 'sub_y1'],
  },
  {
    what: 'SQL with its result',
    text: `select id, total from invoices where customer_id = 'cus_sql' and created_at > now() - interval '30 days' limit 10;
   id    |  total
---------+---------
 inv_s1  | 1200.50
 inv_s2  |   98.00
(2 rows)`,
    ids: ['cus_sql', 'inv_s1', 'inv_s2'],
  },
  {
    what: 'a curl command',
    text: `curl -sS -X POST 'https://api-eu1.billing.example/external/subscriptions/sub_curl/cancel' -H 'Authorization: Bearer REDACTED' -H 'Content-Type: application/json' -d '{"externalCustomerId": "acme-inc"}'
=> 409 Conflict`,
    ids: ['sub_curl', 'acme-inc'],
    also: ['409'],
  },
  {
    what: 'XML',
    text: `<?xml version="1.0" encoding="UTF-8"?>
<Invoice currency="EUR"><ID>INV-XML-1</ID><IssueDate>2026-11-03</IssueDate><CustomerID>acme-inc</CustomerID><Total>1200.50</Total></Invoice>`,
    ids: ['INV-XML-1', 'acme-inc'],
  },
  {
    what: 'JSON without spaces and with numbers',
    text: `[{"vanityId":1042,"customerId":"9f1c2a7e-3b4d-4e5f-8a6b-7c8d9e0f1a2b","total":98,"quantity":14,"page":1,"paid":false},{"vanityId":1043,"total":120.5,"dueDate":"2026-11-15"}]`,
    ids: ['1042', '1043', '9f1c2a7e-3b4d-4e5f-8a6b-7c8d9e0f1a2b'],
  },
]
