import type { Ticket } from './ticket'

/** Mails in English, with greetings, signatures and footers. */
export const MAILS: readonly Ticket[] = [
  {
    what: 'a cancellation with a signature',
    text: `Hi there,

we'd like to cancel our plan sub_globex at the end of the month. Could you confirm by 15 Nov, please? We paid $1,200.00 on 11/02/2026 and don't need the add-on anymore.

Best regards,
Laura Fernandez-Ruiz
Head of Back-Office Operations
Globex Corporation | 221B Baker Street | London NW1 6XE
T: +44 (0)20 7946 0018 ext. 214 | M: 07700 900123
www.globex-corp.com`,
    ids: ['sub_globex'],
  },
  {
    what: 'a question about an invoice number',
    text: `Hello Support Team,

Invoice #1042 shows 12,000 API calls but our own dashboard says 9,850. That's a difference of 2,150 calls or 17.9 %.
Can somebody double-check? It's due on Friday, 27 November.

Thanks
Jo`,
    ids: ['1042'],
  },
  {
    what: 'two invoices and a US address',
    text: `To whom it may concern,

We were double-billed: INV-1042 and INV-1043 are for the same period (Oct 1 - Oct 31, 2026), USD 4,350.75 each.
Please issue a credit note.

Sincerely,

Robert J. O'Neill III
Accounts Payable
Initech LLC
4120 Freidrich Lane, Suite 300
Austin, TX 78744-1234
Office: (512) 555-0147 x22 | Fax: 512-555-0148
rob.oneill@initech.example`,
    ids: ['INV-1042', 'INV-1043'],
    also: ['rob.oneill@initech.example'],
  },
  {
    what: 'a customer named by its external ID',
    text: `hey, for customer acme-inc the seats went from 25 to 40 on the 3rd but we're still billed for 25?? pls check asap, thx! Sent from my iPhone 15`,
    ids: ['acme-inc'],
  },
  {
    what: 'a mail with a UUID and a confidentiality notice',
    text: `Dear Sir or Madam,

our account 7c9e6679-7425-40de-944b-e07fc1f90ae7 was upgraded without our consent.

Kind regards
Priya Natarajan

--
Umbrella Health Ltd. Registered in England and Wales No. 09876543. Registered office: 1 Canada Square, 14th Floor, London E14 5AB. VAT No. GB 123 4567 89.
This e-mail and any attachments are confidential and may be legally privileged. If you are not the intended recipient, please notify the sender within 24 hours and delete it. © 2026 Umbrella Health`,
    ids: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  },
  {
    what: 'IDs below the closing',
    text: `Hi,

please merge these two accounts for us.

Many thanks,
Tom

P.S. The IDs are cus_8f3k2 and cus_91bd0, and the last invoice was no. 2087.`,
    ids: ['cus_8f3k2', 'cus_91bd0', '2087'],
  },
  {
    what: 'a customer ID in the signature',
    text: `Good morning,

When does our trial end? We only see "trialing" in the portal.

Cheers,
Mia Chen | Customer Success Manager | hooli
Customer ID: hooli-emea | Time zone: GMT+8
3 Temasek Avenue #21-01, Singapore 039190`,
    ids: ['hooli-emea'],
    also: ['trialing'],
  },
  {
    what: 'a list of questions',
    text: `Hi team,

1. Why did inv_2026_0042 go up by 30%?
2. Is the 14-day free-trial still available for our 3 sub-accounts?
3. Can we switch to year-end billing (pay-as-you-go, 2 seats) from 1/1/2027?

FYI I'm out-of-office until Mon 30/11, 9:00am-5:00pm GMT+1.`,
    ids: ['inv_2026_0042'],
  },
  {
    what: 'a list of invoice numbers',
    text: `Hi, we can't find the PDFs of the following invoices in the self-service portal:

Invoices:
1038
1039
1042

Regards,
Accounting`,
    ids: ['1038', '1039', '1042'],
  },
  {
    what: 'links to the console and to a help desk',
    text: `Escalated from Tier-1. Case: https://acme.zendesk.example/agent/tickets/98765
Subscription in console: https://billing-console.example/subscriptions/sub_initech?from=search#all-fields
Docs we sent: https://docs.example.com/en-us/guides/how-to-cancel-a-plan#step-2 (v2.3)`,
    ids: ['sub_initech', '98765'],
  },
  {
    what: 'a link wrapped by a mail filter',
    text: `Please see the invoice:
https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fconsole.example%2Finvoices%2Finv_77aa&data=05%7C02%7Cjo%40acme.example%7C8d1e7f0a%7C0%7C0%7C638&sdata=Zm9v1Yg%3D&reserved=0

Rgds, Jo`,
    ids: ['inv_77aa'],
  },
  {
    what: 'a payment dispute with bank data',
    text: `Hello,

my bank (IBAN GB29 NWBK 6016 1331 9268 19, BIC NWBKGB2L) shows 3 debits of £49.00 each on 02/11, 03/11 and 04/11 at 06:15 BST. My card ends in 4242. I only have ONE subscription: sub_01HZX8Q3T9.

I expect a refund within 5-7 business days.

Yours faithfully,
Mr. D. Okonkwo
Flat 4, 17 Elm Road, Manchester M20 3BW`,
    ids: ['sub_01HZX8Q3T9'],
  },
  {
    what: 'a mail that names no ID',
    text: `Hi,

I signed up 2 weeks ago (on the 12th, around 3pm EST) with a 20% discount code but the follow-up e-mail said $89.99/month instead of $71.99. I've tried 3 times to log-in, and the check-out page says "Something went wrong". It's a well-known browser (Chrome 122.0.6261.94 on Windows 11).

Please get back to me ASAP – my number is 555.867.5309.

Thank you,
Sam`,
    ids: [],
  },
  {
    what: 'an order for a plan change',
    text: `Please move globex-eu from "Scale" to "Enterprise Plus" effective 2026-12-01T00:00:00Z. PO 4500123456. Budget: 48k/yr, ~1.5M events/mo, 99.9% SLA. Contact: procurement@globex.example.`,
    ids: ['globex-eu'],
    also: ['Scale', 'Enterprise Plus', '4500123456', 'procurement@globex.example'],
  },
  {
    what: 'attachments named after the invoice',
    text: `Attached: INV-1042.pdf, image001.png, screenshot_2026-11-03_at_14.30.05.png, usage-report_Q3.xlsx

The total in the PDF (EUR 3.499,00) isn't the same as the one in the portal (EUR 3.599,00).`,
    ids: ['INV-1042'],
  },
  {
    what: 'numbers that are no invoices',
    text: `We have 2 subscriptions, 14 seats and 120 users in 3 regions. Page 2 of the contract (section 4.1, version 3) allows 1 200 calls, or 12.000,50 in the German copy. Which one counts for subscription sub_7?`,
    ids: ['sub_7'],
  },
]
