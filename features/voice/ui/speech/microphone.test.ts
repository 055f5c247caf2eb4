import { expect, test } from 'vitest'
import { en } from '#features/voice/messages/en.ts'
import { microphoneProblem, probeMicrophone } from './microphone.ts'

test('each microphone error has the specified message', () => {
  const say = (name: string) => en.problems[microphoneProblem(new DOMException('', name))]
  expect(say('NotAllowedError')).toContain('allow microphone access in the address bar')
  expect(say('SecurityError')).toBe(say('NotAllowedError'))
  expect(say('NotFoundError')).toBe('No microphone found. Please connect a microphone and try again.')
  expect(say('OverconstrainedError')).toBe(say('NotFoundError'))
  expect(say('NotReadableError')).toContain('close other apps')
  expect(say('AbortError')).toBe(say('NotReadableError'))
  for (const odd of [new DOMException('', 'TypeError'), new Error('x'), 'x', undefined, { name: 'constructor' }])
    expect(en.problems[microphoneProblem(odd)]).toBe('Unable to access microphone. Please check your browser settings.')
})

test('a browser without a microphone reports it, and an allowed microphone is released at once', async () => {
  expect(await probeMicrophone(undefined)).toBe('no-support')
  expect(await probeMicrophone({})).toBe('no-support')
  expect(en.problems['no-support']).toMatch(
    /^Your browser does not support microphone access\..*Chrome, Firefox, or Safari\.$/,
  )
  let isStopped = false
  const stream = { getTracks: () => [{ stop: () => (isStopped = true) }] } as unknown as MediaStream
  expect(await probeMicrophone({ getUserMedia: async () => stream })).toBeUndefined()
  expect(isStopped).toBe(true)
})
