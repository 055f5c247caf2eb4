import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PlayerStatus } from './player-status.tsx'
import type { PlayerState } from './player.ts'

function statusOf(state: PlayerState, error = '') {
  const view = { state, error, positionSeconds: 0, durationSeconds: 90, volume: 0.8, isMuted: false, rate: 1 }
  const html = renderToStaticMarkup(
    <PlayerStatus view={view} onRetry={() => {}}>
      A hint.
    </PlayerStatus>,
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

test('a wait is announced in place of the hint', () => {
  expect(statusOf('loading')).toEqual({ announced: 'Loading track...', shown: 'Loading track...' })
})

test('a failure is announced without the button that tries again', () => {
  expect(statusOf('error', 'No sound.')).toEqual({ announced: 'No sound.', shown: 'No sound.Try again' })
})
