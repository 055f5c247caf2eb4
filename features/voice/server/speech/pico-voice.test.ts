import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createPicoVoice, sampleRate } from './pico-voice.ts'

const folder = resolve(import.meta.dirname, '../../../../content/voices')
const load = async (textAnalysis: string, signal: string) =>
  createPicoVoice({
    textAnalysis: await readFile(join(folder, textAnalysis)),
    signal: await readFile(join(folder, signal)),
  })
const english = () => load('en-US_ta.bin', 'en-US_lh0_sg.bin')
const spanish = () => load('es-ES_ta.bin', 'es-ES_zl0_sg.bin')

/** Returns the length in seconds and the loudness as a share of full scale. */
function measure(sound: Buffer): { seconds: number; level: number } {
  const samples = new Int16Array(sound.buffer, sound.byteOffset, sound.length / 2)
  const sum = samples.reduce((total, sample) => total + sample ** 2, 0)
  return { seconds: samples.length / sampleRate, level: Math.sqrt(sum / Math.max(1, samples.length)) / 32_768 }
}

test.each([
  ['English', english, 'Her voice was the first in the house.', 1.5, 4],
  ['English', english, 'On the air now: Slow Voltage by Nova Swade.', 2, 5],
  ['Spanish', spanish, 'Su voz fue la primera de la casa.', 1.5, 4],
  ['Spanish', spanish, '¿Qué suena en la radio?', 1, 3.5],
])('a sentence in %s has a natural duration and is audible', async (_language, voice, text, min, max) => {
  const { seconds, level } = measure((await voice())(text))
  expect(seconds).toBeGreaterThan(min)
  expect(seconds).toBeLessThan(max)
  expect(level).toBeGreaterThan(0.02)
})

test('a text sounds the same whatever was spoken before, and two languages do not affect each other', async () => {
  const [speak, habla] = await Promise.all([english(), spanish()])
  const first = measure(speak('The next event is on Friday.'))
  habla('El próximo evento es el viernes.')
  speak('An unfinished thought without an end')
  // Only the engine's noise differs.
  const again = measure(speak('The next event is on Friday.'))
  expect(again.seconds).toBe(first.seconds)
  expect(again.level).toBeCloseTo(first.level, 2)
})

test.each(['', ' ', '...', '“', '€9.99', 'éa '.repeat(20), 'http://a.b/c ', '\uD800'])(
  'an odd text neither hangs nor breaks the voice: %j',
  async (text) => {
    const speak = await english()
    const before = speak('Hello.').length
    speak(text)
    expect(speak('Hello.').length).toBe(before)
  },
)

test('a text without an end is an error, and the next one is spoken', async () => {
  const speak = await english()
  const before = speak('Hello.').length
  expect(() => speak('W '.repeat(150))).toThrow('did not finish')
  expect(speak('Hello.').length).toBe(before)
})

test('a file that is not a voice is reported as an error', async () => {
  const signal = await readFile(join(folder, 'en-US_lh0_sg.bin'))
  await expect(createPicoVoice({ textAnalysis: Buffer.from('no voice'), signal })).rejects.toThrow(
    'the speech engine failed to read /text-analysis.bin',
  )
})
