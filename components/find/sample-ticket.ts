/** A ticket as support gets them, for "Try this"; its IDs are in the demo data, except one. */
export const SAMPLE_TICKET = `Ticket #48211

Hi there,

we were charged again this month, see invoice inv_acme_11, but we no longer use it.
Our subscription is sub_acme. My colleague also mentioned inv_acme_999?
Can you have a look before Friday, 12:30? Thanks!

Jo Berg · Acme, Inc. · +49 30 901820`
