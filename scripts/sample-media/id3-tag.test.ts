import { expect, test } from 'vitest'
import { id3Tag } from './id3-tag.ts'

test('a tag contains its five frames, its own length, and the comment where players expect it', () => {
  const tag = id3Tag({
    title: 'One',
    artist: 'Synthetic voice',
    album: 'Book',
    track: '1/10',
    comment: 'x'.repeat(200),
  })
  expect(tag.toString('latin1', 0, 5)).toBe('ID3\x03\0')
  expect(((tag[8] ?? 0) << 7) + (tag[9] ?? 0)).toBe(tag.length - 10)
  expect(tag.toString('latin1')).toContain('TIT2\0\0\0\x04\0\0\0One')
  expect(tag.toString('latin1')).toContain('TRCK\0\0\0\x05\0\0\x001/10')
  expect(tag.toString('latin1')).toContain(`COMM\0\0\0\xcd\0\0\0eng\0${'x'.repeat(200)}`)
})
