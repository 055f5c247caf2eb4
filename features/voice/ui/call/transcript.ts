import type { SiteMessages } from '#shared/messages.ts'
import type { Citation, VoiceAction } from '#features/voice/contract.ts'

/** Key of a note about the conversation, such as why it ended. */
export type NoteKey = keyof SiteMessages['voice']['notes']

/** An entry of the transcript. `persona` is the built-in one, `agent` the external one. */
export type Entry = {
  id: number
  from: 'you' | 'persona' | 'agent' | 'note'
  /** Empty for a note. */
  text: string
  note: NoteKey | undefined
  sources: Citation[]
  actions: VoiceAction[]
  /** True if the first action runs after a countdown, unless it is canceled. */
  isAsked: boolean
}

/** Labels of the transcript in the language of the page. */
export type TranscriptLabels = {
  /** @param at Time of the download. */
  title(at: Date): string
  speakers: Record<Exclude<Entry['from'], 'note'>, string>
  note(key: NoteKey): string
  source(citation: Citation): string
}

/** Returns the conversation as plain text, which is stored nowhere else. */
export function transcriptOf(entries: readonly Entry[], labels: TranscriptLabels, now: Date): string {
  const lines = entries.flatMap(({ from, text, note, sources }) => [
    ...(note ? [`--: ${labels.note(note)}`] : []),
    ...(text && from !== 'note' ? [`${labels.speakers[from]}: ${text}`] : []),
    ...sources.map((source) => `    ${labels.source(source)}`),
  ])
  return [labels.title(now), '', ...lines, ''].join('\n')
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
