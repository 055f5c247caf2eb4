import type { EntryField } from '#shared/entry-fields.ts'

/*
 * Converts between a form and an entry. The name of a form field is its path in the entry, so the form works without
 * script, and the actions on lines (add, remove, move) are the same on the server and in the browser.
 */

/** Values of an entry as entered in the form. */
export type EntryValues = Record<string, unknown>

/** Reads the entered values. Invalid numbers stay strings, so that nothing is lost. */
export function readEntry(fields: readonly EntryField[], form: FormData, prefix = ''): EntryValues {
  return Object.fromEntries(fields.map((field) => [field.name, readField(field, form, prefix + field.name)]))
}

function readField(field: EntryField, form: FormData, path: string): unknown {
  if (field.kind === 'group') return readEntry(field.fields, form, `${path}.`)
  if (field.kind === 'list')
    return placesOf(form, path, field).map((place) => readEntry(field.fields, form, `${path}.${place}.`))
  if (field.kind === 'lines') return placesOf(form, path, field).map((place) => textOf(form, `${path}.${place}`))
  if (field.kind === 'switch') return form.has(path)
  const text = textOf(form, path)
  return field.kind === 'number' || field.kind === 'hue' || field.kind === 'read' ? asNumber(text) : text
}

// Browsers submit line breaks as CR LF.
function textOf(form: FormData, path: string): string {
  const value = form.get(path)
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : ''
}

function asNumber(text: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text.trim()
}

/** Lists the indexes of the lines that were sent; our form never sends many more than the field allows. */
function placesOf(form: FormData, path: string, { max }: { max: number }): number[] {
  const places = new Set<number>()
  for (const name of form.keys()) {
    const place = name.startsWith(`${path}.`) ? /^\d{1,3}/.exec(name.slice(path.length + 1))?.[0] : undefined
    if (place !== undefined) places.add(Number(place))
  }
  return [...places].toSorted((a, b) => a - b).slice(0, Math.max(max, 100))
}

/** Removes surrounding whitespace, empty lines and empty optional fields. */
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

/** Line actions; `first` and `last` move an item to an end of the list. */
const lineActions = ['add', 'remove', 'up', 'down', 'first', 'last', 'promote'] as const

/**
 * Action on the lines of a field, as named by a button of the form: `add:genres`, `remove:genres:1`, `up:genres:1`,
 * `promote:tracks:1`.
 */
export type LineAction = { action: (typeof lineActions)[number]; path: string; place: number }

/** Parses the value of a button; undefined if it is not a line action. */
export function parseLineAction(value: unknown): LineAction | undefined {
  const [, action, path = '', place] = /^([a-z]+):([\w.-]+)(?::(\d{1,3}))?$/.exec(String(value)) ?? []
  const known = lineActions.find((one) => one === action)
  return known && { action: known, path, place: Number(place ?? -1) }
}

/** Returns the values after a line action; unchanged if the action is impossible. */
export function changeLines(
  fields: readonly EntryField[],
  values: EntryValues,
  { action, path, place }: LineAction,
): EntryValues {
  const changed = structuredClone(values)
  const found = findLines(fields, changed, path.split('.'))
  if (!found) return values
  const { lines, field } = found
  if (action === 'add' && lines.length < field.max) lines.push(field.kind === 'list' ? blankEntry(field.fields) : '')
  if (action === 'remove') lines.splice(place, 1)
  if (action === 'promote') promote(fields, changed, found, place)
  const to = positionAfter(action, place, lines.length - 1)
  if (to !== place && place in lines && to in lines) lines.splice(to, 0, ...lines.splice(place, 1))
  return changed
}

/** Moves an item into the group that its list belongs to; the group's previous values become the first item. */
function promote(fields: readonly EntryField[], values: EntryValues, { field, lines }: FoundLines, place: number) {
  const promotion = field.kind === 'list' ? field.promotion : undefined
  const group = fields.find((one) => one.name === promotion?.to)
  if (field.kind !== 'list' || group?.kind !== 'group' || !(place in lines)) return
  const [item] = lines.splice(place, 1) as EntryValues[]
  const former = (values[group.name] ?? {}) as EntryValues
  if (!isBlank(former)) lines.unshift({ ...blankEntry(field.fields), ...former })
  values[group.name] = Object.fromEntries(group.fields.map(({ name }) => [name, item?.[name] ?? '']))
}

/** Returns the sentence that announces the result of an action. */
export function announceLines(
  fields: readonly EntryField[],
  { action, path, place }: LineAction,
  last: number,
): string {
  const field = fields.find(({ name }) => name === path)
  if (action === 'promote') return (field?.kind === 'list' && field.promotion?.done) || ''
  if (action === 'add') return 'Added at the end.'
  if (action === 'remove') return `Item ${place + 1} removed.`
  return `Moved to position ${positionAfter(action, place, last) + 1}.`
}

/** Returns the index of an item after it was moved. @param last Index of the last item. */
export function positionAfter(action: LineAction['action'], place: number, last: number): number {
  return { up: place - 1, down: place + 1, first: 0, last }[action as string] ?? place
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

/** Returns the label of a field with its position: `Videos 1, Video title`. */
export function labelOf(fields: readonly EntryField[], path: string): string {
  const [name = '', ...rest] = path.split('.')
  const field = fields.find((one) => one.name === name)
  if (!field) return 'The entry'
  if (field.kind === 'group' && rest.length > 0) return `${field.label}, ${labelOf(field.fields, rest.join('.'))}`
  if ((field.kind !== 'list' && field.kind !== 'lines') || rest[0] === undefined) return field.label
  const line = `${field.label}, ${field.itemLabel} ${Number(rest[0]) + 1}`
  return field.kind === 'list' && rest.length > 1 ? `${line}, ${labelOf(field.fields, rest.slice(1).join('.'))}` : line
}

/** Returns the element id of a field, for labels, errors and focus. */
export function fieldId(path: string): string {
  return `field-${path.replaceAll('.', '-')}`
}

/** Returns the id of the form that uploads a file for a field. It is outside of the editor's own form. */
export function sendFormId(path: string): string {
  return `send-${fieldId(path)}`
}

/** Lists the paths of all file fields, one for each item of a list. */
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
