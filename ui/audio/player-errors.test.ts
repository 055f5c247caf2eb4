import { expect, test } from 'vitest'
import { loadingError, playbackError, startError } from './player-errors.ts'

test.each([
  [1, 'Audio loading was aborted'],
  [2, 'Network error while loading audio'],
  [3, 'Audio file format not supported or corrupted'],
  [4, 'Audio format not supported by your browser'],
  [0, 'Failed to load audio file'],
  [undefined, 'Failed to load audio file'],
])('a media element that gives up with code %s is told in words', (code, text) => {
  expect(loadingError(code)).toBe(text)
})

test('a browser that refuses is told with its reason', () => {
  expect(playbackError(new Error('the visitor did nothing'))).toBe('Playback failed: the visitor did nothing')
  expect(startError('no sound card')).toBe('Unable to play audio: no sound card')
})
