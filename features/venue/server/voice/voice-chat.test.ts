import { expect, test } from 'vitest'
import type { ServerMessage } from '#features/venue/hall/hall-rules.ts'
import { createVoiceChat } from './voice-chat.ts'

test('guests who stay get servers with new passwords every hour, and those who only watch get none', async () => {
  let nowMs = 1_000
  const sent: [id: string, message: ServerMessage][] = []
  const chat = createVoiceChat(
    {
      changes: { broadcast: async () => undefined, onBroadcast: () => () => undefined },
      log: { warn: () => undefined },
      terms: () => ({ isOn: true, helpers: [], relays: ['turn.example'] }),
      servers: () => [{ urls: ['turn:turn.example'], username: String(nowMs), credential: 'x' }],
      reports: { add: async () => true, silencedUntil: async () => undefined },
    },
    {
      process: 'one',
      now: () => nowMs,
      find: (id) => ({ hall: 1, name: id }),
      send: (id, message) => void sent.push([id, message]),
      sendToAll: () => undefined,
    },
  )
  for (const id of ['ada', 'bo', 'watcher']) chat.welcome(id, 1)
  for (const id of ['ada', 'bo']) chat.receive(id, { type: 'voice', isOn: true }, '192.0.2.1')
  // Waits until the reports about them were read.
  await Promise.resolve().then(() => Promise.resolve())
  const renewed = () =>
    sent
      .splice(0)
      .flatMap(([id, message]) => (message.type === 'voice-joined' ? [[id, message.iceServers[0]?.username]] : []))
  expect(renewed()).toEqual([
    ['ada', '1000'],
    ['bo', '1000'],
  ])
  chat.tick({ isComplete: false })
  expect(renewed()).toEqual([])
  chat.leave('bo')
  nowMs += 60 * 60_000
  chat.tick({ isComplete: false })
  chat.tick({ isComplete: false })
  expect(renewed(), 'once').toEqual([['ada', '3601000']])
})
