import { withoutBidi } from '@/lib/format/bidi'

/** What is said of a status that is not in the interface document. */
export const UNKNOWN_STATUS = 'not one that this console knows'

/** `API status “paid”: marked as paid`: a status is the billing API’s word, what follows is our reading of it. */
export const apiStatus = (status: string, gloss: string) => `API status “${withoutBidi(status)}”: ${gloss}`
