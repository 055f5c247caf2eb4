import { formatTimestamp } from '#shared/timestamp.ts'
import type { Citation, VoiceAction } from '#features/voice/contract.ts'

/** An entry of the transcript. `persona` is the built-in one, `agent` the external one. */
export type Entry = {
  id: number
  from: 'you' | 'persona' | 'agent' | 'note'
  text: string
  sources: Citation[]
  actions: VoiceAction[]
  /** The first action runs after a countdown, unless it is cancelled. */
  isAsked: boolean
}

/** Returns the conversation as plain text. The visitor's copy is the only one. */
export function transcriptOf(entries: readonly Entry[], name: string, now: Date): string {
  const speakers = {
    you: 'You',
    persona: `${name} (built-in software)`,
    agent: `${name} (AI voice persona)`,
    note: '--',
  }
  const lines = entries.flatMap(({ from, text, sources }) => [
    ...(text ? [`${speakers[from]}: ${text}`] : []),
    ...sources.map(({ label, href }) => `    source: ${label} (${href})`),
  ])
  return [`Conversation with ${name}, ${formatTimestamp(now.toISOString())}`, '', ...lines, ''].join('\n')
}

/** Downloads the transcript as a file. */
export function downloadTranscript(text: string, slug: string, now: Date): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = Object.assign(document.createElement('a'), {
    href: address,
    download: `conversation-${slug}-${now.toISOString().slice(0, 10)}.txt`,
  })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
