import type { EntryField } from '#shared/entry-fields.ts'

/** Whether a path such as `videos.0.file` leads to a field of these. */
export function isPath(fields: readonly EntryField[], path: string): boolean {
  const [name, ...rest] = path.split('.')
  const field = fields.find((one) => one.name === name)
  if (!field) return false
  if (field.kind === 'group') return isPath(field.fields, rest.join('.'))
  if (field.kind === 'list') return isPlace(rest[0], field.most) && isPath(field.fields, rest.slice(1).join('.'))
  if (field.kind === 'lines') return rest.length === 1 && isPlace(rest[0], field.most)
  return rest.length === 0
}

/** Puts a value where a path leads; what is missing on the way is made. The path was looked at by {@link isPath}. */
export function put(entry: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) entry[name] = value
  else put((entry[name] ??= /^\d+$/.test(rest[0]!) ? [] : {}) as Record<string, unknown>, rest, value)
}

function isPlace(text: string | undefined, most: number): boolean {
  return text !== undefined && /^\d{1,3}$/.test(text) && Number(text) < most
}
