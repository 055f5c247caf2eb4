import { z } from 'zod'
import type { EntryField } from '#shared/entry-fields.ts'

/** Every field of a form by its path, sorted: `videos[].title`. */
export function fieldNames(fields: readonly EntryField[], prefix = ''): string[] {
  return fields
    .flatMap((field) => {
      const path = prefix + field.name
      if (field.kind === 'group') return fieldNames(field.fields, `${path}.`)
      if (field.kind === 'list') return fieldNames(field.fields, `${path}[].`)
      return [field.kind === 'lines' ? `${path}[]` : path]
    })
    .toSorted()
}

/** Every property a schema knows by its path, sorted like {@link fieldNames}; without the one that is the key. */
export function schemaNames(schema: z.ZodType, keyProperty?: string): string[] {
  const json = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  return namesIn(json as Json)
    .filter((name) => name !== keyProperty)
    .toSorted()
}

type Json = { properties?: Record<string, Json>; items?: Json; type?: string }

function namesIn(json: Json, prefix = ''): string[] {
  if (json.properties) return Object.entries(json.properties).flatMap(([name, part]) => namesIn(part, prefix ? `${prefix}.${name}` : name))
  return json.items ? namesIn(json.items, `${prefix}[]`) : [prefix]
}
