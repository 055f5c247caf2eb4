import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTooLarge, maxMessageBytes, maxSignalBytes, readGuestMessage } from './hall-messages.ts'
import { maxSdpLength } from './voice-rules.ts'

const sdp = [
  'v=0',
  'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'c=IN IP4 0.0.0.0',
  'a=rtpmap:111 opus/48000/2',
  '',
].join('\r\n')
const signal = (value: unknown) => JSON.stringify({ type: 'signal', to: 'abcdef0123', signal: value })

test('the messages of the voice chat are parsed', () => {
  for (const text of [
    '{"type":"voice","isOn":true}',
    '{"type":"talk","isOn":false}',
    '{"type":"report","id":"abcdef0123"}',
    signal({ kind: 'offer', sdp }),
    signal({ kind: 'answer', sdp: sdp.replaceAll('\r\n', '\n') }),
    signal({ kind: 'candidate', candidate: 'candidate:1 1 udp 2122260223 192.0.2.1 50000 typ host' }),
  ])
    expect(readGuestMessage(text), text).toEqual(JSON.parse(text))
})

test.each([
  ['another field', '{"type":"talk","isOn":true,"id":"other"}'],
  ['a string instead of a boolean', '{"type":"voice","isOn":"true"}'],
  ['a guest without an id', '{"type":"report"}'],
  ['an id with other characters', '{"type":"report","id":"a b"}'],
  ['a long id', `{"type":"report","id":"${'a'.repeat(25)}"}`],
  ['a message that only the server sends', '{"type":"voices","listening":[],"speaking":[]}'],
  ['an unknown kind', signal({ kind: 'rollback', sdp })],
  ['an offer without audio', signal({ kind: 'offer', sdp: 'v=0\r\n' })],
  ['a camera', signal({ kind: 'offer', sdp: `${sdp}m=video 9 UDP/TLS/RTP/SAVPF 96\r\n` })],
  ['a second microphone', signal({ kind: 'offer', sdp: `${sdp}m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n` })],
  ['only a camera', signal({ kind: 'offer', sdp: sdp.replace('m=audio', 'm=video') })],
  ['a data channel', signal({ kind: 'offer', sdp: sdp.replace('m=audio', 'm=application') })],
  ['a description with another beginning', signal({ kind: 'offer', sdp: ` ${sdp}` })],
  ['other characters', signal({ kind: 'answer', sdp: `${sdp}a=\u{1f600}\r\n` })],
  ['a control character', signal({ kind: 'answer', sdp: `${sdp}a=\u0000\r\n` })],
  ['a long description', signal({ kind: 'offer', sdp: sdp.padEnd(maxSdpLength + 1, 'a') })],
  ['another attribute as an address', signal({ kind: 'candidate', candidate: 'a=candidate:1' })],
  ['an address with two lines', signal({ kind: 'candidate', candidate: 'candidate:1\r\na=x' })],
  ['a long address', signal({ kind: 'candidate', candidate: `candidate:${'1'.repeat(400)}` })],
  ['another field of a signal', signal({ kind: 'candidate', candidate: 'candidate:1 1', sdpMid: '0' })],
  ['a signal for everybody', JSON.stringify({ type: 'signal', signal: { kind: 'offer', sdp } })],
])('%s is rejected', (_, text) => {
  expect(readGuestMessage(text)).toBeUndefined()
})

test('only a message that connects browsers may be large', () => {
  expect(isTooLarge(JSON.stringify({ type: 'report', id: 'a'.repeat(maxMessageBytes) }))).toBe(true)
  expect(isTooLarge(signal({ kind: 'offer', sdp: sdp.padEnd(maxSdpLength, 'a') }))).toBe(false)
  expect(isTooLarge(signal({ kind: 'offer', sdp: 'a'.repeat(maxSignalBytes) }))).toBe(true)
  // Naming the large kind elsewhere in the message does not help.
  const disguised = JSON.stringify({ type: 'gesture', gesture: 'wave', x: { type: 'signal' }, y: ' '.repeat(600) })
  expect(readGuestMessage(disguised)).toBeUndefined()
})

test('property: an accepted description is one audio line of plain text', () => {
  const line = fc.constantFrom('m=audio 9 X 0', 'm=video 9 X 0', 'a=x', 'c=IN IP4 0.0.0.0', 'm=', ' m=audio', 'é')
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.constantFrom('\r\n', '\n', '\r'), (lines, end) => {
      const text = ['v=0', ...lines].join(end)
      const message = readGuestMessage(signal({ kind: 'offer', sdp: text }))
      const media = text.split(/[\r\n]+/).filter((one) => one.startsWith('m='))
      if (message) expect([media.length, media[0]?.startsWith('m=audio ')]).toEqual([1, true])
    }),
  )
})
