import { withoutBidi } from '@/lib/text/bidi'

/** The note on a status that is not in the interface document. */
export const UNKNOWN_STATUS = 'not one that this console knows'

/** Returns `API status “paid”: marked as paid`: the status is the API's word, the rest is our reading of it. */
export const apiStatus = (status: string, gloss: string) => `API status “${withoutBidi(status)}”: ${gloss}`
