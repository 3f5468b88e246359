import type { Metadata } from 'next'

/** Returns the title of a page from what it reads; another one when the read fails, which the page explains. */
export async function titleOf(read: () => Promise<Metadata['title']>, otherwise: string): Promise<Metadata> {
  return { title: await read().catch(() => otherwise) }
}
