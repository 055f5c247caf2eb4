import { expect, test } from 'vitest'
import { command, parseMessage } from './youtube-messages.ts'

test('the player’s messages are parsed', () => {
  const said = (event: string, info: unknown) => parseMessage(JSON.stringify({ event, info, id: 1, channel: 'widget' }))
  expect(said('onReady', null)).toEqual({ kind: 'ready' })
  expect(said('initialDelivery', { playerState: -1 })).toEqual({ kind: 'ready' })
  expect(said('onStateChange', 1)).toEqual({ kind: 'state', state: 'playing' })
  expect(said('onStateChange', 0)).toEqual({ kind: 'state', state: 'ended' })
  expect(said('infoDelivery', { playerState: 2 })).toEqual({ kind: 'state', state: 'paused' })
  expect(said('infoDelivery', { currentTime: 3 })).toBeUndefined()
  expect(said('infoDelivery', null)).toBeUndefined()
  expect(said('onError', 150)).toEqual({ kind: 'error', code: 150 })
})

test.each([
  undefined,
  null,
  7,
  {},
  '',
  '{',
  '[]',
  'null',
  '"onReady"',
  '{"event":"onError","info":"x"}',
  '{"event":"onStateChange","info":"__proto__"}',
])('other messages are ignored: %j', (data) => {
  expect(parseMessage(data)).toBeUndefined()
})

test('a command has the player’s format', () => {
  expect(JSON.parse(command('setVolume', 50))).toEqual({
    event: 'command',
    func: 'setVolume',
    args: [50],
    id: 1,
    channel: 'widget',
  })
})
