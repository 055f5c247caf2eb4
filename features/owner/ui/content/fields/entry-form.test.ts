import { expect, test } from 'vitest'
import type { EntryField } from '#shared/entry-fields.ts'
import { announceLines, changeLines, parseLineAction, readEntry, tidyEntry } from './entry-form.ts'

const fields: readonly EntryField[] = [
  { kind: 'line', name: 'name', label: 'Name' },
  { kind: 'lines', name: 'genres', label: 'Genres', itemLabel: 'Genre', each: 'line', min: 1, max: 4 },
  { kind: 'number', name: 'order', label: 'Place', min: 1, max: 9 },
  { kind: 'switch', name: 'isOn', label: 'On' },
  {
    kind: 'group',
    name: 'track',
    label: 'Track',
    isOptional: true,
    fields: [{ kind: 'line', name: 'title', label: 'Title' }],
  },
  {
    kind: 'list',
    name: 'films',
    label: 'Films',
    itemLabel: 'Film',
    min: 0,
    max: 3,
    fields: [
      { kind: 'line', name: 'title', label: 'Title' },
      { kind: 'lines', name: 'notes', label: 'Notes', itemLabel: 'Note', each: 'line', min: 0, max: 3 },
    ],
  },
]

function formOf(entries: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(entries)) form.set(name, value)
  return form
}

test('a form is parsed into an entry, whatever the order and gaps of its lines', () => {
  const form = formOf({
    'name': 'Ada\r\nB',
    'genres.2': 'Dub',
    'genres.0': 'Ska',
    'order': '3',
    'isOn': 'on',
    'films.1.title': 'One',
    'films.1.notes.0': 'n',
  })
  expect(readEntry(fields, form)).toEqual({
    name: 'Ada\nB',
    genres: ['Ska', 'Dub'],
    order: 3,
    isOn: true,
    track: { title: '' },
    films: [{ title: 'One', notes: ['n'] }],
  })
})

test('an invalid number stays as entered, and unknown fields are ignored', () => {
  const read = readEntry(
    fields,
    formOf({ 'order': 'seven', '__proto__.polluted': '1', 'constructor': 'x', 'admin': 'true' }),
  )
  expect(read).toEqual({ name: '', genres: [], order: 'seven', isOn: false, track: { title: '' }, films: [] })
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('a negative number is a number, so that its message names the smallest one', () => {
  expect(readEntry(fields, formOf({ order: '-5' }))).toMatchObject({ order: -5 })
  expect(readEntry(fields, formOf({ order: '- 5' }))).toMatchObject({ order: '- 5' })
})

test('blank lines and blank optional groups are removed before saving', () => {
  const read = readEntry(fields, formOf({ 'name': '  Ada ', 'genres.0': ' ', 'genres.1': 'Dub ' }))
  expect(tidyEntry(fields, read)).toEqual({ name: 'Ada', genres: ['Dub'], order: '', isOn: false, films: [] })
})

test('buttons add, move and remove lines, also within a list', () => {
  const values = { genres: ['a', 'b', 'c'], films: [{ title: 'One', notes: [] }] }
  const after = (value: string) => changeLines(fields, values, parseLineAction(value)!)
  expect(after('up:genres:2').genres).toEqual(['a', 'c', 'b'])
  expect(after('down:genres:2').genres).toEqual(['a', 'b', 'c'])
  expect(after('remove:genres:0').genres).toEqual(['b', 'c'])
  expect(after('add:genres').genres).toEqual(['a', 'b', 'c', ''])
  expect(after('add:films').films).toEqual([
    { title: 'One', notes: [] },
    { title: '', notes: [] },
  ])
  expect(after('add:films.0.notes').films).toEqual([{ title: 'One', notes: [''] }])
  expect(values.genres).toEqual(['a', 'b', 'c'])
})

test('lines are limited, and actions on other fields change nothing', () => {
  const full = { genres: ['a', 'b', 'c', 'd'] }
  expect(changeLines(fields, full, parseLineAction('add:genres')!).genres).toHaveLength(4)
  expect(changeLines(fields, full, parseLineAction('remove:__proto__:0')!)).toBe(full)
  expect(parseLineAction('publish')).toBeUndefined()
})

const songFields: readonly EntryField[] = [
  {
    kind: 'group',
    name: 'featured',
    label: 'Featured',
    isOptional: true,
    fields: [
      { kind: 'line', name: 'title', label: 'Title' },
      { kind: 'line', name: 'file', label: 'File' },
    ],
  },
  {
    kind: 'list',
    name: 'songs',
    label: 'Songs',
    itemLabel: 'Song',
    min: 0,
    max: 200,
    fields: [
      { kind: 'line', name: 'title', label: 'Title' },
      { kind: 'line', name: 'file', label: 'File' },
      { kind: 'switch', name: 'isHidden', label: 'Hidden' },
    ],
    promotion: { to: 'featured', label: 'Feature', done: 'It is featured now.' },
  },
]
const songs = ['a', 'b', 'c'].map((title) => ({ title, file: `${title}.mp3`, isHidden: title === 'b' }))

test('an item replaces the group, whose previous values become the first item, so that nothing is lost', () => {
  const values = { featured: { title: 'f', file: 'f.mp3' }, songs }
  const after = changeLines(songFields, values, parseLineAction('promote:songs:1')!)
  expect(after.featured).toEqual({ title: 'b', file: 'b.mp3' })
  expect(after.songs).toEqual([{ title: 'f', file: 'f.mp3', isHidden: false }, songs[0], songs[2]])
  expect(announceLines(songFields, parseLineAction('promote:songs:1')!, 2)).toBe('It is featured now.')
  const first = changeLines(
    songFields,
    { featured: { title: '', file: '' }, songs },
    parseLineAction('promote:songs:2')!,
  )
  expect(first).toEqual({ featured: { title: 'c', file: 'c.mp3' }, songs: songs.slice(0, 2) })
})

test.each(['promote:songs:9', 'promote:songs', 'promote:featured:0', 'promote:nothing:0', 'first:songs:9'])(
  '%s changes nothing',
  (button) => {
    const values = { featured: { title: 'f', file: 'f.mp3' }, songs }
    expect(changeLines(songFields, values, parseLineAction(button)!)).toEqual(values)
  },
)

test('items move to both ends of a list at once', () => {
  const titles = (button: string) =>
    (changeLines(songFields, { songs }, parseLineAction(button)!).songs as typeof songs)
      .map(({ title }) => title)
      .join('')
  expect([titles('first:songs:2'), titles('last:songs:0'), titles('first:songs:0')]).toEqual(['cab', 'bca', 'abc'])
  expect(announceLines(songFields, parseLineAction('last:songs:0')!, 2)).toBe('Moved to position 3.')
})

test('a list with more than a hundred items is read completely', () => {
  const form = formOf(
    Object.fromEntries(Array.from({ length: 150 }, (_, place) => [`songs.${place}.title`, `${place}`])),
  )
  expect(readEntry(songFields, form).songs).toHaveLength(150)
})
