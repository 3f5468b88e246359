import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { VIEW_LISTS, type ViewQuery } from '@/contract/console/views'
import { instant, opaqueId } from '@/database/columns'
import { consoleSchema } from './schema'

/** The filters that people saved under a name. `lib/server/views/` has their operations. */
export const savedViews = consoleSchema.table(
  'saved_views',
  {
    id: opaqueId('id').primaryKey(),
    source: opaqueId('source').notNull(),
    /** The ID of the user, or the name of the demo user. */
    user: opaqueId('user').notNull(),
    /** The user's name at the time. */
    owner: text('owner').notNull(),
    list: text('list', { enum: VIEW_LISTS }).notNull(),
    name: opaqueId('name').notNull(),
    query: jsonb('query').$type<ViewQuery>().notNull(),
    isShared: boolean('is_shared').notNull(),
    /** When it was saved or changed last. */
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [
    uniqueIndex('saved_views_name').on(table.source, table.user, table.list, table.name),
    index('saved_views_shared')
      .on(table.source)
      .where(sql`is_shared`),
  ],
)
