import { join } from 'node:path'
import { createImageCache } from '#platform/figures/image-cache.ts'
import { createReusableThread } from '#platform/threads/reusable-thread.ts'
import { QueueFullError } from '#platform/threads/work-queue.ts'
import { AppError } from '#shared/errors.ts'
import type { Locale } from '#shared/locales.ts'
import { speakableText } from './speakable-text.ts'

/** Task of the thread: a text, and the paths of the voice's two files. */
export type SpeechTask = { textAnalysis: string; signal: string; text: string }

/** Files of each language's voice in `content/voices/`. */
const voiceFiles = {
  en: { textAnalysis: 'en-US_ta.bin', signal: 'en-US_lh0_sg.bin' },
  es: { textAnalysis: 'es-ES_ta.bin', signal: 'es-ES_zl0_sg.bin' },
} satisfies Record<Locale, { textAnalysis: string; signal: string }>

/** A sentence takes 20 to 100 ms of computing and a voice 20 MB; the limits are meant for unusual texts. */
const limits = { cpuMs: 3_000, timeoutMs: 15_000, heapMegabytes: 64 }
/** Maximum number of queued texts; beyond that, visitors only read the answer. */
const maxWaiting = 12
/** Enough for two hundred sentences of six seconds. */
const cacheBytes = 40 * 1024 * 1024

/** Maximum number of texts remembered as too costly. */
const maxTooCostly = 500

/** The server's own voice, for devices without one. */
export type Speech = ReturnType<typeof createSpeech>

/** Creates the server's voice. Its thread starts with the first text and ends after half a minute without one. */
export function createSpeech({ contentDir }: { contentDir: string }) {
  const file = new URL(import.meta.url.endsWith('.ts') ? './speech-worker.ts' : './speech-worker.js', import.meta.url)
  const run = createReusableThread<SpeechTask, Uint8Array>(file, limits, { maxWaiting })
  const cached = createImageCache({ memoryBytes: cacheBytes, renderers: Number.POSITIVE_INFINITY })
  /** Texts that could not be spoken within the limits; each further attempt would delay everyone else by seconds. */
  const tooCostly = new Set<string>()
  const pathOf = (name: string) => join(contentDir, 'voices', name)

  function remember(text: string): void {
    tooCostly.add(text)
    const [oldest] = tooCostly
    if (tooCostly.size > maxTooCostly && oldest !== undefined) tooCostly.delete(oldest)
  }

  async function render(task: SpeechTask): Promise<Buffer> {
    if (tooCostly.has(task.text)) throw new AppError('unavailable', { key: 'voice.errors.noSpeech' })
    const outcome = await run(task).catch((error: unknown) => {
      if (error instanceof QueueFullError) return undefined
      throw error
    })
    if (outcome?.ok) return Buffer.from(outcome.result)
    if (outcome) remember(task.text)
    throw new AppError('unavailable', { key: 'voice.errors.noSpeech' }, { retryAfterSeconds: 5 })
  }

  return {
    /**
     * Speaks a text.
     *
     * @returns A WAV file.
     * @throws AppError `invalid-input` if the text has no word to speak, `unavailable` if the voice is busy or fails.
     */
    async speak(locale: Locale, text: string): Promise<Buffer> {
      const words = speakableText(text)
      if (!words) throw new AppError('invalid-input', { key: 'voice.errors.nothingToSay' })
      const { textAnalysis, signal } = voiceFiles[locale]
      const task = { textAnalysis: pathOf(textAnalysis), signal: pathOf(signal), text: words }
      const { body } = await cached(`${locale} ${words}`, () => render(task))
      return body
    },
  }
}
