import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findRecognition, type Recognition, startRecognizer } from './recognizer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Creates a fake recognition, and records what was reported. */
function open() {
  const started: Recognition[] = []
  const events: string[] = []
  const recognizer = startRecognizer(
    () => {
      const own: Recognition = {
        lang: '',
        continuous: false,
        interimResults: false,
        onresult: null,
        onerror: null,
        onend: null,
        start: () => void started.push(own),
        abort: () => void events.push('aborted'),
      }
      return own
    },
    'es-MX',
    {
      onInterim: (text) => events.push(`… ${text}`),
      onUtterance: (text) => events.push(text),
      onFailed: (problem) => events.push(`failed: ${problem}`),
    },
  )
  const say = (...results: [string, boolean][]) =>
    started.at(-1)!.onresult?.({
      resultIndex: 0,
      results: results.map(([transcript, isFinal]) => Object.assign([{ transcript }], { isFinal })),
    })
  return { recognizer, started, events, say }
}

test('it listens in the language of the visitor and reports interim and final text', () => {
  const { started, events, say } = open()
  expect(started[0]).toMatchObject({ lang: 'es-MX', continuous: true, interimResults: true })
  say(['hol', false])
  say([' Hola. ', true], ['qué', false])
  expect(events).toEqual(['… hol', 'Hola.', '… qué'])
})

test('it restarts after every pause until it is stopped', () => {
  const { recognizer, started, events, say } = open()
  for (let count = 1; count <= 6; count += 1) {
    say(['Yes.', true])
    started.at(-1)!.onend?.()
    vi.advanceTimersByTime(250)
    expect(started).toHaveLength(count + 1)
  }
  recognizer.stop()
  started.at(-1)!.onend?.()
  vi.advanceTimersByTime(60_000)
  say(['late', true])
  expect(started).toHaveLength(7)
  expect(events.filter((text) => text === 'late' || text.startsWith('failed'))).toEqual([])
})

test('while muted, it reports nothing, including speech that had begun before', () => {
  const { recognizer, started, events, say } = open()
  recognizer.setMuted(true)
  say(['secret', true])
  started[0]!.onend?.()
  vi.advanceTimersByTime(60_000)
  expect(started).toHaveLength(1)
  recognizer.setMuted(false)
  say(['Hello.', true])
  expect([started.length, ...events]).toEqual([2, 'aborted', 'Hello.'])
})

test.each([
  ['not-allowed', 'failed: denied'],
  ['audio-capture', 'failed: no-microphone'],
  ['network', 'failed: no-recognition'],
  ['service-not-allowed', 'failed: no-recognition'],
  ['language-not-supported', 'failed: no-recognition'],
])('the error %s ends it once', (error, reported) => {
  const { started, events } = open()
  started[0]!.onerror?.({ error })
  started[0]!.onend?.()
  vi.advanceTimersByTime(60_000)
  expect(events).toEqual(['aborted', reported])
  expect(started).toHaveLength(1)
})

test('silence is not an error, but recognition that repeatedly ends at once is', () => {
  const { started, events } = open()
  started[0]!.onerror?.({ error: 'no-speech' })
  vi.advanceTimersByTime(8_000)
  for (let count = 0; count < 5; count += 1) {
    started.at(-1)!.onend?.()
    vi.advanceTimersByTime(250)
  }
  expect(events).toEqual(['failed: no-recognition'])
  expect(started).toHaveLength(5)
})

test('a browser without recognition is detected before the conversation starts', () => {
  expect(findRecognition({})).toBeUndefined()
  expect(findRecognition({ webkitSpeechRecognition: String })).toBe(String)
})
