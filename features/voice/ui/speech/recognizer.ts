import type { ProblemKey } from './microphone.ts'

/** Subset of the browser's speech recognition that is used; TypeScript has no types for it. */
export type Recognition = {
  lang: string
  continuous: boolean
  interimResults: boolean
  onresult: ((event: RecognitionResults) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start(): void
  abort(): void
}

/** Results of the recognition: those before `resultIndex` have been reported already. */
type RecognitionResults = {
  resultIndex: number
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>
}

/** Callbacks of the recognizer. */
export type RecognizerEvents = {
  /** Receives the words understood so far; they may still change. */
  onInterim(text: string): void
  /** A finished utterance. */
  onUtterance(text: string): void
  onFailed(problem: ProblemKey): void
}

/** Listens until it is stopped. @see startRecognizer */
export type Recognizer = { setMuted(isMuted: boolean): void; stop(): void }

const problems: Record<string, ProblemKey> = {
  'not-allowed': 'denied',
  'audio-capture': 'no-microphone',
  'service-not-allowed': 'no-recognition',
  'language-not-supported': 'no-recognition',
  'network': 'no-recognition',
}

/** A browser whose recognition repeatedly ends at once does not work. */
const [shortMs, maxShort, pauseMs] = [1_000, 4, 250]

/** Returns the browser's speech recognition; undefined if there is none. */
export function findRecognition(scope: object): (new () => Recognition) | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = scope as Record<string, new () => Recognition>
  return SpeechRecognition ?? webkitSpeechRecognition
}

/**
 * Starts listening. Browsers end recognition after each pause; it is restarted until it is stopped or reports a
 * permanent error.
 */
export function startRecognizer(
  createRecognition: () => Recognition,
  lang: string,
  { onInterim, onUtterance, onFailed }: RecognizerEvents,
): Recognizer {
  let current: Recognition | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  let isMuted = false
  let short = 0

  function listen(): void {
    const recognition = createRecognition()
    current = recognition
    const startedAt = performance.now()
    Object.assign(recognition, { lang, continuous: true, interimResults: true })
    recognition.onresult = ({ resultIndex, results }) => {
      if (current !== recognition) return
      short = 0
      const fresh = Array.from(results).slice(resultIndex)
      const textOf = (isFinal: boolean) =>
        fresh
          .filter((result) => result.isFinal === isFinal)
          .map((result) => result[0]?.transcript.trim() ?? '')
          .join(' ')
          .trim()
      const [finalText, interim] = [textOf(true), textOf(false)]
      if (finalText) onUtterance(finalText)
      if (interim) onInterim(interim)
    }
    recognition.onerror = ({ error }) => {
      const problem = problems[error]
      if (current === recognition && problem) fail(problem)
    }
    recognition.onend = () => {
      if (current !== recognition) return
      current = undefined
      short = performance.now() - startedAt < shortMs ? short + 1 : 0
      if (short >= maxShort) return fail('no-recognition')
      waiting = setTimeout(listen, pauseMs)
    }
    try {
      recognition.start()
    } catch {
      fail('no-recognition')
    }
  }

  function pause(): void {
    clearTimeout(waiting)
    const before = current
    current = undefined
    before?.abort()
  }
  function fail(problem: ProblemKey): void {
    if (isStopped) return
    isStopped = true
    pause()
    onFailed(problem)
  }

  listen()
  return {
    setMuted(muted) {
      if (isStopped || muted === isMuted) return
      isMuted = muted
      if (muted) pause()
      else listen()
    },
    stop() {
      isStopped = true
      pause()
    },
  }
}
