import { expect, test } from 'vitest'
import { fillIn } from './fill-in.ts'

function formWith(typed: Record<string, string> = {}) {
  const names = ['song_title', 'artist_name', 'album_name', 'genre']
  const fields = Object.fromEntries(
    names.map((name) => [name, { value: typed[name] ?? (name === 'genre' ? 'hip_hop' : '') }]),
  )
  return { fieldOf: (name: string) => fields[name], words: () => names.map((name) => fields[name]!.value) }
}
const first = { song_title: 'Glass Arcade', artist_name: 'Luma Swade', genre: 'Jazz' }

test('tags of a file fill in empty fields', () => {
  const { fieldOf, words } = formWith({ artist_name: 'Mara Quell' })
  expect(fillIn(fieldOf, { ...first, isrc: 'no such field here' }, {})).toEqual({
    song_title: 'Glass Arcade',
    genre: 'jazz',
  })
  expect(words()).toEqual(['Glass Arcade', 'Mara Quell', '', 'jazz'])
})

test('selecting another file removes the values of the previous one, but no edited values', () => {
  const { fieldOf, words } = formWith()
  const before = fillIn(fieldOf, first, {})
  fieldOf('artist_name')!.value = 'Luma'
  expect(fillIn(fieldOf, { song_title: 'Salt Flats', album_name: 'Salt' }, before)).toEqual({
    song_title: 'Salt Flats',
    album_name: 'Salt',
  })
  expect(words()).toEqual(['Salt Flats', 'Luma', 'Salt', 'hip_hop'])
})

test('a file without tags leaves no values of another one', () => {
  const { fieldOf, words } = formWith()
  expect(fillIn(fieldOf, {}, fillIn(fieldOf, first, {}))).toEqual({})
  expect(words()).toEqual(['', '', '', 'hip_hop'])
})
