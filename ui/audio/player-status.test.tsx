import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { loadingError, type PlayerError, playbackError, startError } from './player-errors.ts'
import { PlayerStatus } from './player-status.tsx'
import type { PlayerState } from './player.ts'

function statusOf(state: PlayerState, error?: PlayerError) {
  const view = { state, error, positionSeconds: 0, durationSeconds: 90, volume: 0.8, isMuted: false, rate: 1 }
  const html = renderToStaticMarkup(
    inEnglish(
      <PlayerStatus view={view} onRetry={() => {}}>
        A hint.
      </PlayerStatus>,
    ),
  )
  const announced = /<span role="status"[^>]*>(.*?)<\/span>(?=<button|A hint|<\/div>)/s.exec(html)![1]!
  return { announced: announced.replaceAll(/<[^>]*>/g, ''), shown: html.replaceAll(/<[^>]*>/g, '') }
}

test.each(['idle', 'playing', 'paused', 'ended'] as const)(
  'the hint of a player that is %s is shown and never announced',
  (state) => {
    expect(statusOf(state)).toEqual({ announced: '', shown: 'A hint.' })
  },
)

test('a loading message is announced in place of the hint', () => {
  expect(statusOf('loading')).toEqual({ announced: 'Loading track...', shown: 'Loading track...' })
})

test('an error is announced without the retry button', () => {
  expect(statusOf('error', loadingError(2))).toEqual({
    announced: 'Network error while loading audio',
    shown: 'Network error while loading audioTry again',
  })
})

test.each([
  [1, 'Audio loading was aborted'],
  [2, 'Network error while loading audio'],
  [3, 'Audio file format not supported or corrupted'],
  [4, 'Audio format not supported by your browser'],
  [0, 'Failed to load audio file'],
  [undefined, 'Failed to load audio file'],
])('a media element that fails with code %s shows a message', (code, text) => {
  expect(statusOf('error', loadingError(code)).announced).toBe(text)
})

test('a browser that refuses playback is reported with its reason', () => {
  const announcedFor = (error: PlayerError) => statusOf('error', error).announced
  expect(announcedFor(playbackError(new Error('the visitor did nothing')))).toBe(
    'Playback failed: the visitor did nothing',
  )
  expect(announcedFor(startError('no sound card'))).toBe('Unable to play audio: no sound card')
})
