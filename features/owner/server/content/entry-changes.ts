import type { EntryField } from '#shared/entry-fields.ts'
import { sliceWhole } from '#shared/cut-text.ts'
import type { EntryChange } from '#features/owner/content-desk.ts'

/** How much is told on each side of what is different. */
const context = 48
/** How much is told of one side. */
const longest = 320

type Entry = Record<string, unknown>

/**
 * What is different between two versions of an entry, field by field in the order of the form.
 *
 * @param before Undefined when there was nothing; then everything is new.
 */
export function changesBetween(fields: readonly EntryField[], before: unknown, after: unknown, prefix = ''): EntryChange[] {
  const [old, now] = [(before ?? {}) as Entry, (after ?? {}) as Entry]
  return fields.flatMap((field) => {
    const label = prefix ? `${prefix}: ${field.label}` : field.label
    if (field.kind === 'group') return changesBetween(field.fields, old[field.name], now[field.name], label)
    if (field.kind !== 'list') return changed(label, printed(field, old[field.name]), printed(field, now[field.name]))
    const [ones, others] = [asList(old[field.name]), asList(now[field.name])]
    return Array.from({ length: Math.max(ones.length, others.length) }, (_, index) =>
      changesBetween(field.fields, ones[index], others[index], `${field.itemLabel} ${index + 1}`),
    ).flat()
  })
}

function changed(label: string, before: string, after: string): EntryChange[] {
  return before === after ? [] : [{ label, ...different(before, after) }]
}

function printed(field: EntryField, value: unknown): string {
  if (field.kind === 'switch') return value === undefined ? '' : value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join('\n') : typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

// What both sides begin and end with says nothing; a little of it shows where one is.
function different(before: string, after: string): { before: string; after: string } {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const cut = (text: string) => {
    const from = start > 2 * context ? start - context : 0
    const to = end > 2 * context ? text.length - end + context : text.length
    const until = Math.min(to, from + longest)
    return `${from > 0 ? '…' : ''}${sliceWhole(text, from, until)}${until < text.length ? '…' : ''}`
  }
  return { before: cut(before), after: cut(after) }
}
