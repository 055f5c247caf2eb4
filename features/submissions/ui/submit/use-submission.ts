import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fieldNames, forPeople, problems } from '#features/submissions/problems.ts'
import { dropDraft, keepLastLink } from './draft.ts'
import { sendTrack } from './send-track.ts'
import { websiteProblem } from './track-fields.tsx'

/** Where the form is. `share` is how much has left this device, 0–1. */
export type Phase =
  | { at: 'typing'; problem: string | undefined }
  | { at: 'sending'; share: number }
  | { at: 'sent'; message: string; statusUrl: string }

/** Sends the form; what was typed stays until it arrived, and nobody leaves in the middle without being asked. */
export function useSubmission(hasFile: boolean) {
  const [phase, setPhase] = useState<Phase>({ at: 'typing', problem: undefined })
  const running = useRef<AbortController>(undefined)
  const tell = (problem: string | undefined) => setPhase({ at: 'typing', problem })

  const isSending = phase.at === 'sending'
  useEffect(() => {
    if (!isSending) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isSending])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (running.current) return
    const form = new FormData(event.currentTarget)
    if (!hasFile) return tell(problems['no-file'])
    if (form.get('owns_track') !== 'true') return tell(problems['no-consent'])
    // Before anything travels: the file may be large, and the line slow.
    const website = websiteProblem(String(form.get('artist_website') ?? ''))
    if (website) return tell(`${fieldNames.artist_website}: ${website}`)
    const abort = new AbortController()
    running.current = abort
    setPhase({ at: 'sending', share: 0 })
    const sent = await sendTrack(form, (share) => setPhase({ at: 'sending', share }), abort.signal)
    running.current = undefined
    if (!sent.ok) return tell(sent.problem && forPeople(sent.problem))
    dropDraft()
    keepLastLink(sent.statusUrl)
    setPhase({ at: 'sent', message: sent.message, statusUrl: sent.statusUrl })
  }

  return { phase, submit, tell, cancel: () => running.current?.abort(), startOver: () => tell(undefined) }
}
