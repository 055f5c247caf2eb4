import { expect, test } from 'vitest'
import { command, parseMessage } from './youtube-messages.ts'

test('the player’s messages are parsed', () => {
  const parse = (event: string, info: unknown) =>
    parseMessage(JSON.stringify({ event, info, id: 1, channel: 'widget' }))
  expect(parse('onReady', null)).toEqual({ kind: 'ready' })
  expect(parse('initialDelivery', { playerState: -1 })).toEqual({ kind: 'ready' })
  expect(parse('onStateChange', 1)).toEqual({ kind: 'state', state: 'playing' })
  expect(parse('onStateChange', 0)).toEqual({ kind: 'state', state: 'ended' })
  expect(parse('infoDelivery', { playerState: 2 })).toEqual({ kind: 'state', state: 'paused' })
  expect(parse('infoDelivery', { currentTime: 3 })).toBeUndefined()
  expect(parse('infoDelivery', null)).toBeUndefined()
  expect(parse('onError', 150)).toEqual({ kind: 'error', code: 150 })
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
