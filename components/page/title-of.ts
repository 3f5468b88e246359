import type { Metadata } from 'next'

/** Returns the title of a page from what it reads; another one when the read fails, which the page explains. */
export async function titleOf(read: () => Promise<Metadata['title']>, otherwise: string): Promise<Metadata> {
  return { title: await read().catch(() => otherwise) }
}

/** Returns the title of a page for paper: the file name of its document, under which a browser saves it. */
export const printTitleOf = (read: () => Promise<{ fileName: string }>): Promise<Metadata> =>
  titleOf(async () => ({ absolute: (await read()).fileName }), 'Print')
