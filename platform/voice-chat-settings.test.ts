import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { iceHosts, iceServersAt } from './voice-chat-settings.ts'

const read = (servers: string) => readConfig({ ICE_SERVERS: servers }).ICE_SERVERS

test('by default no external server is configured, and voice chat is on', () => {
  expect(readConfig({})).toMatchObject({ ICE_SERVERS: [], VOICE_CHAT: 'on' })
  expect(iceServersAt([], 0)).toEqual([])
  expect(iceHosts([])).toEqual({ helpers: [], relays: [] })
})

test('STUN and TURN servers reach browsers, and pages can name their hosts', () => {
  const servers = read(
    JSON.stringify([
      { urls: 'stun:stun.example:3478' },
      { urls: ['turn:turn.example?transport=udp', 'turns:[2001:db8::1]:5349'], username: 'swade', credential: 'pass' },
    ]),
  )
  expect(iceServersAt(servers, 0)).toEqual([
    { urls: ['stun:stun.example:3478'] },
    { urls: ['turn:turn.example?transport=udp', 'turns:[2001:db8::1]:5349'], username: 'swade', credential: 'pass' },
  ])
  expect(iceHosts(servers)).toEqual({ helpers: ['stun.example'], relays: ['turn.example', '[2001:db8::1]'] })
})

test('a TURN secret stays on the server; browsers get a password that expires', () => {
  const [server] = iceServersAt(read('[{"urls":"turn:turn.example","secret":"shared"}]'), 1_000_000_000)
  expect(server).toEqual({
    urls: ['turn:turn.example'],
    username: '1014400',
    credential: createHmac('sha1', 'shared').update('1014400').digest('base64'),
  })
  expect(JSON.stringify(server)).not.toContain('shared')
})

test.each([
  ['stun:stun.example', 'must be JSON'],
  ['{"urls":"stun:stun.example"}', 'must be a JSON list'],
  ['[{"urls":"https://stun.example"}]', 'must be an address such as'],
  ['[{"urls":"stun:"}]', 'must be an address such as'],
  ['[{"urls":"stun:user@stun.example"}]', 'must be an address such as'],
  ['[{"urls":"turn:turn.example"}]', 'needs username and credential, or secret'],
  ['[{"urls":"turn:turn.example","username":"a"}]', 'needs username and credential together'],
  ['[{"urls":"turn:turn.example","username":"a","credential":"b","secret":"c"}]', 'not both'],
  ['[{"urls":"stun:stun.example","secret":"c"}]', 'no TURN server'],
  ['[{"url":"stun:stun.example"}]', 'ICE_SERVERS'],
])('ICE_SERVERS=%s is rejected with its name and the reason', (text, reason) => {
  const problems = () => {
    try {
      return read(text)
    } catch (error) {
      return error instanceof ConfigError ? error.problems.join('\n') : error
    }
  }
  expect(problems()).toMatch(/^ICE_SERVERS/)
  expect(problems()).toContain(reason)
})
