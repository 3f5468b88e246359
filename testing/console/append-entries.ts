import { appendEntry } from '@/lib/store/append-entry'
import { openConsoleStore } from '@/lib/store/console-store'

/** Test program: `append-entries.ts ACTOR COUNT` appends COUNT entries, one by one, to the audit in the settings. */
const [actor = '', count = ''] = process.argv.slice(2)
const store = await openConsoleStore()
for (let done = 0; done < Number(count); done += 1)
  await appendEntry(store.db, { at: new Date(), actor, role: 'agent', action: 'cancelSubscription', requestId: actor })
await store.close()
