/** The longest reason of a change, note of its closing, or reason of a review. */
export const MAX_REASON_CHARS = 500
export const MAX_TICKET_CHARS = 100
