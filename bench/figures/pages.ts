import { onOneConsole } from '../with-console'
import { firstPaint } from './first-paint'
import { interaction } from './interaction'
import { largeInvoice } from './large-invoice'
import { pageScriptSizes } from './page-scripts'

/** The figures of the console's pages. The large invoice comes last, because it would disturb the others. */
export const pages = onOneConsole([pageScriptSizes, firstPaint, interaction, largeInvoice])
