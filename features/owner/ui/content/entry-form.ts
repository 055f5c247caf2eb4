import type { EntryField } from '#shared/entry-fields.ts'

/*
 * Between a form and an entry. A field's name in the form is its path in the entry, so a form without script carries
 * all there is to know, and the acts on lines (add, remove, move) are the same on the server and in the browser.
 */

/** What a form holds of an entry; texts as typed. */
export type EntryValues = Record<string, unknown>

/** Nobody fills in more lines than this; whatever is beyond was not typed into our form. */
const maxLines = 100

/** Reads what was typed. Numbers that are none stay texts, so that nothing typed is lost. */
export function readEntry(fields: readonly EntryField[], form: FormData, prefix = ''): EntryValues {
  return Object.fromEntries(fields.map((field) => [field.name, readField(field, form, prefix + field.name)]))
}

function readField(field: EntryField, form: FormData, path: string): unknown {
  if (field.kind === 'group') return readEntry(field.fields, form, `${path}.`)
  if (field.kind === 'list')
    return placesOf(form, path).map((place) => readEntry(field.fields, form, `${path}.${place}.`))
  if (field.kind === 'lines') return placesOf(form, path).map((place) => textOf(form, `${path}.${place}`))
  if (field.kind === 'switch') return form.has(path)
  const text = textOf(form, path)
  return field.kind === 'number' || field.kind === 'hue' || field.kind === 'read' ? asNumber(text) : text
}

// Browsers send every line break as two characters; what was typed has one.
function textOf(form: FormData, path: string): string {
  const value = form.get(path)
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : ''
}

function asNumber(text: string): number | string {
  return /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text.trim()
}

function placesOf(form: FormData, path: string): number[] {
  const places = new Set<number>()
  for (const name of form.keys()) {
    const place = name.startsWith(`${path}.`) ? /^\d{1,3}/.exec(name.slice(path.length + 1))?.[0] : undefined
    if (place !== undefined) places.add(Number(place))
  }
  return [...places].toSorted((a, b) => a - b).slice(0, maxLines)
}

/** What is kept of what was typed: no blanks around it, no empty lines, nothing where nothing has to be. */
export function tidyEntry(fields: readonly EntryField[], values: EntryValues): EntryValues {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = tidyField(field, values[field.name])
      return field.isOptional && isBlank(value) ? [] : [[field.name, value]]
    }),
  )
}

function tidyField(field: EntryField, value: unknown): unknown {
  if (field.kind === 'group') return tidyEntry(field.fields, (value ?? {}) as EntryValues)
  if (field.kind === 'list') return asList(value).map((one) => tidyEntry(field.fields, one as EntryValues))
  if (field.kind === 'lines') {
    return asList(value)
      .map((line) => String(line).trim())
      .filter((line) => line !== '')
  }
  return typeof value === 'string' ? value.trim() : value
}

function isBlank(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isBlank)
  return value === undefined || value === ''
}

/**
 * An act on the lines of a field, as a button of the form names it: `add:genres`, `remove:genres:1`, `up:genres:1`,
 * `down:genres:1`.
 */
export type LineAction = { act: 'add' | 'remove' | 'up' | 'down'; path: string; place: number }

/** @returns undefined for a button that is none of these. */
export function parseLineAction(value: unknown): LineAction | undefined {
  const [, act, path = '', place] = /^(add|remove|up|down):([\w.-]+)(?::(\d{1,3}))?$/.exec(String(value)) ?? []
  return act ? { act: act as LineAction['act'], path, place: Number(place ?? -1) } : undefined
}

/** The values after an act on lines; unchanged when it leads nowhere. */
export function changeLines(
  fields: readonly EntryField[],
  values: EntryValues,
  { act, path, place }: LineAction,
): EntryValues {
  const changed = structuredClone(values)
  const found = findLines(fields, changed, path.split('.'))
  if (!found) return values
  const { lines, field } = found
  if (act === 'add' && lines.length < field.most) lines.push(field.kind === 'list' ? blankEntry(field.fields) : '')
  if (act === 'remove') lines.splice(place, 1)
  const other = act === 'up' ? place - 1 : act === 'down' ? place + 1 : -1
  if (place in lines && other in lines) [lines[place], lines[other]] = [lines[other], lines[place]]
  return changed
}

function findLines(
  fields: readonly EntryField[],
  values: EntryValues,
  [name = '', ...rest]: string[],
): FoundLines | undefined {
  const field = fields.find((one) => one.name === name)
  if (field?.kind === 'group') return findLines(field.fields, (values[name] ??= {}) as EntryValues, rest)
  if (field?.kind !== 'list' && field?.kind !== 'lines') return undefined
  const lines = (values[name] ??= []) as unknown[]
  if (rest.length === 0) return { field, lines }
  const inner = lines[Number(rest[0])] as EntryValues | undefined
  return field.kind === 'list' && inner ? findLines(field.fields, inner, rest.slice(1)) : undefined
}

type FoundLines = { field: Extract<EntryField, { kind: 'list' | 'lines' }>; lines: unknown[] }

function blankEntry(fields: readonly EntryField[]): EntryValues {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.kind === 'list' || field.kind === 'lines' ? [] : field.kind === 'switch' ? false : '',
    ]),
  )
}

/** What a field is called on the form: `Videos 1, Title of the video`. */
export function labelOf(fields: readonly EntryField[], path: string): string {
  const [name = '', ...rest] = path.split('.')
  const field = fields.find((one) => one.name === name)
  if (!field) return 'The entry'
  if (field.kind === 'group' && rest.length > 0) return `${field.label}, ${labelOf(field.fields, rest.join('.'))}`
  if ((field.kind !== 'list' && field.kind !== 'lines') || rest[0] === undefined) return field.label
  const line = `${field.label}, ${field.itemLabel} ${Number(rest[0]) + 1}`
  return field.kind === 'list' && rest.length > 1 ? `${line}, ${labelOf(field.fields, rest.slice(1).join('.'))}` : line
}

/** The element's id of a field, for labels, errors and focus. */
export function fieldId(path: string): string {
  return `field-${path.replaceAll('.', '-')}`
}

/** The id of the form that sends a file for a field; it stands outside the editor's own form. */
export function sendFormId(path: string): string {
  return `send-${fieldId(path)}`
}

/** Every field that a file can be sent for, as many as the values have. */
export function filePaths(
  fields: readonly EntryField[],
  values: EntryValues,
  prefix = '',
): { path: string; upload: string }[] {
  return fields.flatMap((field) => {
    const path = prefix + field.name
    if (field.kind === 'file') return [{ path, upload: field.upload }]
    if (field.kind === 'group') return filePaths(field.fields, (values[field.name] ?? {}) as EntryValues, `${path}.`)
    if (field.kind !== 'list') return []
    return asList(values[field.name]).flatMap((one, place) =>
      filePaths(field.fields, one as EntryValues, `${path}.${place}.`),
    )
  })
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
