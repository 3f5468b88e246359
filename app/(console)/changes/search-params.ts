import type { InputOf } from '@/lib/api'
import { createLoader, createParser, type inferParserType, parseAsInteger } from 'nuqs/server'

const parseAsGroup = createParser({
  parse: (text) => (/^(grp|bat)_[\w-]{1,64}$/.test(text) ? text : null),
  serialize: String,
})

const parseAsMine = createParser({ parse: (text) => (text === '1' ? true : null), serialize: () => '1' })

export const changesSearchParams = { group: parseAsGroup, mine: parseAsMine, page: parseAsInteger.withDefault(1) }

export const loadChangesSearch = createLoader(changesSearchParams)

const PAGE_SIZE = 50

/** Converts the URL parameters to a query. */
export const changesInput = ({
  group,
  mine,
  page,
}: inferParserType<typeof changesSearchParams>): InputOf<'listChanges'> => ({
  state: mine ? 'own_proposals' : 'all',
  ...(group !== null && { group }),
  page: Math.max(1, page),
  pageSize: PAGE_SIZE,
})
