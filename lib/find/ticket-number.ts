/** "Ticket #48211", "Case 00123456", "Ticket-ID: SUP-1234", "Vorgang 4711". */
const LABELLED =
  /(?<![\p{L}\p{N}])(?:ticket|case|vorgang|anfrage|vorfall)(?:[ -]?(?:id|no|nr|number|nummer))?(?:[.:] ?| )?[#[(]{0,2}((?:[A-Z]{2,10}-)?\d{2,15}(?:-\d{2,8})?)(?![_/.-]*[\p{L}\p{N}])/iu
/** "Re: [4711]", "[#98-7654]", "Fwd: [SUP-1234] Invoice". Not the time of a chat: "[14:30:05]". */
const IN_SUBJECT =
  /^(?:[^\n\p{L}]{0,3}(?:subject|betreff|objet|asunto)\s?: ?)?(?:(?:re|aw|wg|fwd?|tr|rv)\s?: ?){1,3}[^\n]{0,80}?\[#?((?:[A-Z]{2,10}-)?\d(?:\d|-(?=\d)){2,18})\]/imu

/** Returns the number of the ticket that a text is from: after "Ticket" or "Case", or in brackets in the subject of a reply. */
export const ticketNumber = (text: string): string | null => (LABELLED.exec(text) ?? IN_SUBJECT.exec(text))?.[1] ?? null
