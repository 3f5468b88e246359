/** The parts of a JSON Schema that the page describes. */
export interface DocumentSchema {
  $ref?: string
  type?: string | readonly string[]
  format?: string
  description?: string
  enum?: readonly string[]
  const?: unknown
  default?: unknown
  items?: DocumentSchema
  anyOf?: readonly DocumentSchema[]
  oneOf?: readonly DocumentSchema[]
  properties?: Readonly<Record<string, DocumentSchema>>
  required?: readonly string[]
}

/** Describes a schema in a few words, such as "list of `Price`" or "instant or null". */
export function schemaDescription(schema: DocumentSchema): string {
  const { $ref, type, format, items, properties } = schema
  const some = schema.anyOf ?? schema.oneOf
  if ($ref !== undefined) return `\`${$ref.slice($ref.lastIndexOf('/') + 1)}\``
  if (some) return some.map(schemaDescription).join(' or ')
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ')
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (items) return `list of ${schemaDescription(items)}`
  if (properties) return `object { ${Object.keys(properties).join(', ')} }`
  if (format === 'date-time') return 'instant'
  return typeof type === 'object' ? type.join(' or ') : (type ?? 'anything')
}

/** Returns the description of a schema; for a nullable field, that of its other type. */
const descriptionOf = ({ description, anyOf = [] }: DocumentSchema) =>
  description ?? anyOf.find((kind) => kind.description !== undefined)?.description ?? ''

/** Describes the fields of an object, or of all members of a union. */
export function schemaFields(schema: DocumentSchema): { name: string; words: string; more: string }[] {
  const kinds = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const words = new Map<string, { words: Set<string>; more: string }>()
  for (const { properties = {}, required = [] } of kinds)
    for (const [name, field] of Object.entries(properties)) {
      const entry = words.get(name) ?? { words: new Set(), more: descriptionOf(field) }
      entry.words.add(
        schemaDescription(field) + (required.includes(name) || field.default !== undefined ? '' : ', optional'),
      )
      words.set(name, entry)
    }
  return [...words].map(([name, entry]) => ({ name, words: [...entry.words].join(' or '), more: entry.more }))
}
