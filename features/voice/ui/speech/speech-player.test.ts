import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginLimitMs, createSpeechPlayer, endLimitMs } from './speech-player.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const english = { name: 'Samantha', lang: 'en-US', localService: true, default: true } as SpeechSynthesisVoice

/** Creates a device with these voices, and a server that speaks unless specified otherwise. */
function open({ voices = [english], server = 'speaks' }: { voices?: SpeechSynthesisVoice[]; server?: string } = {}) {
  const log: string[] = []
  let spoken: SpeechSynthesisUtterance | undefined
  const element = {
    src: '',
    onended: null as (() => void) | null,
    onerror: null as (() => void) | null,
    load: () => void log.push('load'),
    pause: () => void log.push('pause'),
    play: async () => {
      if (server === 'refused') throw new DOMException('no gesture', 'NotAllowedError')
      log.push(`play ${element.src}`)
    },
  }
  const player = createSpeechPlayer({
    locale: 'en',
    languages: ['en-US'],
    synthesis: {
      getVoices: () => voices,
      speak: (utterance) => {
        spoken = utterance
        log.push(`say ${utterance.text}`)
      },
      cancel: () => void log.push('cancel'),
    },
    createUtterance: (text) => ({ text }) as SpeechSynthesisUtterance,
    element: element as never,
    fetchSound: async (text) => {
      log.push(`fetch ${text}`)
      if (server === 'silent') throw new Error('503')
      return `blob:${text}`
    },
  })
  const captions: string[] = []
  const speak = (...sentences: string[]) => player.speak(sentences, (sentence) => captions.push(sentence))
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return {
    player,
    log,
    captions,
    speak,
    settle,
    begins: () => (spoken!.onstart as () => void)(),
    ends: async () => ((spoken!.onend as () => void)(), settle()),
    breaks: async () => ((spoken!.onerror as () => void)(), settle()),
    soundEnds: async () => (element.onended?.(), settle()),
    soundBreaks: async () => (element.onerror?.(), settle()),
  }
}

test('a voice of the device speaks sentence by sentence, with captions and without a request', async () => {
  const { log, captions, speak, begins, ends } = open()
  const outcome = speak('One.', 'Two.')
  begins()
  expect([log, captions]).toEqual([['say One.'], ['One.']])
  await ends()
  begins()
  await ends()
  expect(await outcome).toBe('ended')
  expect([log, captions]).toEqual([
    ['say One.', 'say Two.'],
    ['One.', 'Two.'],
  ])
})

test('without a device voice the server speaks, and the next sentence is fetched in the meantime', async () => {
  const { log, speak, settle, soundEnds } = open({ voices: [] })
  const outcome = speak('One.', 'Two.', 'Three.')
  await settle()
  expect(log).toEqual(['fetch One.', 'fetch Two.', 'play blob:One.'])
  for (const _sentence of 'abc') await soundEnds()
  expect(await outcome).toBe('ended')
  expect(log.filter((line) => line.startsWith('play'))).toEqual([
    'play blob:One.',
    'play blob:Two.',
    'play blob:Three.',
  ])
  expect(log.filter((line) => line.startsWith('fetch'))).toHaveLength(3)
})

test.each(['says nothing', 'fails'])('if the voice of the device %s, the server speaks from then on', async (how) => {
  const { log, speak, breaks, soundEnds, settle } = open()
  const outcome = speak('One.', 'Two.')
  if (how === 'fails') await breaks()
  else await vi.advanceTimersByTimeAsync(beginLimitMs)
  expect(log.at(-1)).toBe('play blob:One.')
  await soundEnds()
  await settle()
  await soundEnds()
  expect(await outcome).toBe('ended')
  expect(log.filter((line) => line.startsWith('say'))).toEqual(['say One.'])
})

test('a device that never reports the end of a sentence does not block the next one', async () => {
  const { speak, begins, log } = open()
  const outcome = speak('One.')
  begins()
  await vi.advanceTimersByTimeAsync(endLimitMs('One.'))
  expect(await outcome).toBe('ended')
  expect(log.at(-1)).toBe('cancel')
})

test.each([[[english]], [[]]])(
  'stop ends the speech at once, and a new answer replaces the old one (%#)',
  async (voices) => {
    const { player, log, speak, settle } = open({ voices })
    const first = speak('One.', 'Two.')
    await settle()
    const second = speak('Three.')
    await settle()
    expect(await first).toBe('stopped')
    player.stop()
    expect(await second).toBe('stopped')
    await settle()
    expect(log.filter((line) => line === 'cancel' || line === 'pause')).toHaveLength(2)
    expect(log.some((line) => /(say|play blob:)Two/.test(line))).toBe(false)
  },
)

test('when stopped while the audio is fetched, nothing is played', async () => {
  const { player, log, speak, settle } = open({ voices: [] })
  const outcome = speak('One.')
  player.stop()
  await settle()
  expect(await outcome).toBe('stopped')
  expect(log).toEqual(['fetch One.'])
})

test.each([
  ['refused', 'refused'],
  ['silent', 'failed'],
])('if the audio of the server is %s, speaking ends as %s', async (server, outcome) => {
  const { speak } = open({ voices: [], server })
  expect(await speak('One.', 'Two.')).toBe(outcome)
})

test('audio that cannot be played is a failure, and the next answer is spoken', async () => {
  const { speak, settle, soundBreaks, soundEnds } = open({ voices: [] })
  const first = speak('One.')
  await settle()
  await soundBreaks()
  expect(await first).toBe('failed')
  const second = speak('Two.')
  await settle()
  await soundEnds()
  expect(await second).toBe('ended')
})
