/** Returns the elements by key, in their order. As `Map.groupBy`, which Node 20 does not have. */
export function groupBy<Each, Key>(all: Iterable<Each>, keyOf: (each: Each) => Key): Map<Key, [Each, ...Each[]]> {
  const groups = new Map<Key, [Each, ...Each[]]>()
  for (const each of all) {
    const key = keyOf(each)
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  return groups
}
