import { expect, test } from 'vitest'
import { describeDirection, previewAddress, type TypedDirection } from './art-direction-preview.tsx'

const whole: TypedDirection = { material: 'ink', ground: '#F4EFE4', ink: '#1d2a6b', density: 'even', frame: 'bleed' }
const empty: TypedDirection = { material: '', ground: '', ink: '', density: '', frame: '' }
const artist = { slug: 'nova-swade', of: 'artist' } as const

test('a complete direction is previewed with its parts, an empty one with the default of its kind', () => {
  expect(previewAddress(artist, whole)).toBe(
    '/api/owner/artwork-preview?slug=nova-swade&material=ink&ground=%23f4efe4&ink=%231d2a6b&density=even&frame=bleed',
  )
  expect(previewAddress(artist, empty)).toBe('/api/owner/artwork-preview?slug=nova-swade&of=artist')
  expect(describeDirection(empty)).toEqual({ text: 'Default: chosen automatically.', isProblem: false })
  expect(describeDirection(whole)).toEqual({ text: 'The contrast is 11.4:1. Text is readable.', isProblem: false })
})

test.each<[Partial<TypedDirection>, RegExp]>([
  [{ ink: '#1d2a6' }, /six hexadecimal digits/],
  [{ ground: 'red' }, /six hexadecimal digits/],
  [{ ground: '' }, /six hexadecimal digits/],
  [{ ink: '#b0a890' }, /^The contrast is 2\.\d:1\. Text needs at least 4\.5:1\.$/],
  // The contrast is 4.48.
  [{ ground: '#ffffff', ink: '#777777' }, /^The contrast is 4\.4:1\./],
  [{ material: '', frame: '' }, /^Select: material, frame\.$/],
])('%j has no preview and shows what to do', (change, text) => {
  expect(previewAddress(artist, { ...whole, ...change })).toBeUndefined()
  const described = describeDirection({ ...whole, ...change })
  expect(described.isProblem).toBe(true)
  expect(described.text).toMatch(text)
})
