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

test('words of a file stand where nothing was typed', () => {
  const { fieldOf, words } = formWith({ artist_name: 'Mara Quell' })
  expect(fillIn(fieldOf, { ...first, isrc: 'no such field here' }, {})).toEqual({
    song_title: 'Glass Arcade',
    genre: 'jazz',
  })
  expect(words()).toEqual(['Glass Arcade', 'Mara Quell', '', 'jazz'])
})

test('another file takes the words of the one before with it, but nothing that was changed since', () => {
  const { fieldOf, words } = formWith()
  const before = fillIn(fieldOf, first, {})
  fieldOf('artist_name')!.value = 'Luma'
  expect(fillIn(fieldOf, { song_title: 'Salt Flats', album_name: 'Salt' }, before)).toEqual({
    song_title: 'Salt Flats',
    album_name: 'Salt',
  })
  expect(words()).toEqual(['Salt Flats', 'Luma', 'Salt', 'hip_hop'])
})

test('a file without tags leaves no words of another', () => {
  const { fieldOf, words } = formWith()
  expect(fillIn(fieldOf, {}, fillIn(fieldOf, first, {}))).toEqual({})
  expect(words()).toEqual(['', '', '', 'hip_hop'])
})
