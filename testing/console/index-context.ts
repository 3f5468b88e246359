import type { Actor } from '@/lib/core/server/actor'
import { emptyIndexMemory, ObjectIndex } from '@/lib/objects/server/object-index'
import { testContext } from './test-context'

let sources = 0

/** Returns an operation context on an empty index, which has a source of its own when none is given. */
export function indexContext(
  source = `index-${(sources += 1)}`,
  { role = 'viewer', now = () => new Date() }: { role?: Actor['role']; now?: () => Date } = {},
) {
  const base = testContext(role)
  const index = new ObjectIndex(source, emptyIndexMemory())
  return { ...base, now, environment: { ...base.environment, index } }
}
