/** "Ticket #48211", "Case 00123456", "Ticket-ID: SUP-1234", "Vorgang 4711", "Ticket 2026/11/778". Not a date: "in case 2026/11/03". */
const LABELLED =
  /(?<![\p{L}\p{N}])(?:ticket|case|vorgang|anfrage|vorfall)(?:[ -]?(?:id|no|nr|number|nummer))?(?:[.:] ?| )?[#[(]{0,2}((?!\d{4}\/\d{1,2}\/\d{1,2}(?!\d))\d{4}(?:\/\d{1,8}){1,3}|(?:[A-Z]{2,10}-)?\d{2,15}(?:-\d{2,8})?)(?![_/.-]*[\p{L}\p{N}])/giu
/** "Re: [4711]", "[#98-7654]", "Fwd: [SUP-1234] Invoice". Not the time of a chat: "[14:30:05]". */
const IN_SUBJECT =
  /^(?:[^\n\p{L}]{0,3}(?:subject|betreff|objet|asunto)\s?: ?)?(?:(?:re|aw|wg|fwd?|tr|rv)\s?: ?){1,3}[^\n]{0,80}?\[#?((?:[A-Z]{2,10}-)?\d(?:\d|-(?=\d)){2,18})\]/gimu

/** Returns the numbers of the ticket that a text is from, the first one first: after "Ticket" or "Case", then in the subject of a reply. */
export const ticketNumbers = (text: string): string[] =>
  [LABELLED, IN_SUBJECT].flatMap((pattern) => Array.from(text.matchAll(pattern), ([, number]) => number ?? []).flat())
