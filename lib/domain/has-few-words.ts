/** A text of more words is what somebody wrote, hardly an id: it is not sent to the billing API unless it was typed. */
export const MOST_WORDS_OF_ID = 3

/** Whether a text that was pasted, or is quoted in one, may be an id by the number of its words. */
export const hasFewWords = (text: string) => text.trim().split(/\s+/).length <= MOST_WORDS_OF_ID
