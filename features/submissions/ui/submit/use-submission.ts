import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { fieldOfProblem, withoutFieldName } from '#features/submissions/problems.ts'
import { dropDraft, saveLastLink } from './draft.ts'
import { isWebsite } from './track-fields.tsx'
import { submitPath } from '#features/submissions/constants.ts'

/** State of the form. `field` is the name of the field with the problem; `share` is the uploaded share, 0–1. */
type Phase =
  | { at: 'typing'; problem: string | undefined; field?: string | undefined }
  | { at: 'sending'; share: number }
  | { at: 'sent'; message: string; statusUrl: string }

/**
 * Sends the form. The entries stay until the upload has succeeded, and leaving the page during an upload needs a
 * confirmation.
 */
export function useSubmission(hasFile: boolean) {
  const t = useTranslations('submissions')
  const [phase, setPhase] = useState<Phase>({ at: 'typing', problem: undefined })
  const running = useRef<AbortController>(undefined)
  const showProblem = (problem: string | undefined, field?: string) => setPhase({ at: 'typing', problem, field })

  const isSending = phase.at === 'sending'
  useEffect(() => {
    if (!isSending) return
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', confirmLeaving)
    return () => removeEventListener('beforeunload', confirmLeaving)
  }, [isSending])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (running.current) return
    const form = new FormData(event.currentTarget)
    if (!hasFile) return showProblem(t('problems.noFile'))
    if (form.get('owns_track') !== 'true') return showProblem(t('problems.noConsent'), 'owns_track')
    // Validated before the upload, because the file may be large and the connection slow.
    if (!isWebsite(String(form.get('artist_website') ?? '')))
      return showProblem(`${t('fieldNames.artist_website')}: ${t('problems.website')}`, 'artist_website')
    const abort = new AbortController()
    running.current = abort
    setPhase({ at: 'sending', share: 0 })
    const sent = await sendTrack(form, (share) => setPhase({ at: 'sending', share }), abort.signal)
    running.current = undefined
    if (!sent.ok && sent.wasStopped) return showProblem(undefined)
    if (!sent.ok) {
      const problem = sent.problem ?? t('problems.failed')
      return showProblem(withoutFieldName(problem), fieldOfProblem(problem))
    }
    dropDraft()
    saveLastLink(sent.statusUrl)
    setPhase({ at: 'sent', message: sent.message, statusUrl: sent.statusUrl })
  }

  /** Removes the problem once its field changes, because the message may no longer be true. */
  function forgetProblemOf(field: string) {
    setPhase((now) => (now.at === 'typing' && now.field === field ? { at: 'typing', problem: undefined } : now))
  }

  return {
    phase,
    submit,
    showProblem,
    forgetProblemOf,
    cancel: () => running.current?.abort(),
    startOver: () => showProblem(undefined),
  }
}

/** Result of an upload. */
type Sent =
  | { ok: true; message: string; statusUrl: string }
  /** `problem` is the message of the server, in the language of the page. */
  | { ok: false; problem: string | undefined; wasStopped: boolean }

const failed = { ok: false, problem: undefined, wasStopped: false } as const

/**
 * Sends the form with progress, which `fetch` does not report.
 *
 * @param onProgress Called with the share of the request that was sent, 0–1.
 * @returns `wasStopped` is true after `signal` aborted it; `problem` is missing if the response has no message.
 */
function sendTrack(form: FormData, onProgress: (share: number) => void, signal: AbortSignal): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    const end = (sent: Sent) => {
      signal.removeEventListener('abort', stop)
      resolve(sent)
    }
    request.open('POST', submitPath)
    request.responseType = 'text'
    request.setRequestHeader('accept', 'application/json')
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => end(read(request.status, request.responseText)))
    request.addEventListener('error', () => end(failed))
    request.addEventListener('abort', () => end({ ...failed, wasStopped: true }))
    signal.addEventListener('abort', stop)
    request.send(form)
  })
}

function read(status: number, text: string): Sent {
  try {
    const reply = JSON.parse(text) as { success?: unknown; message?: unknown; status_url?: unknown; detail?: unknown }
    if (status === 200 && reply.success === true && typeof reply.status_url === 'string')
      return { ok: true, message: typeof reply.message === 'string' ? reply.message : '', statusUrl: reply.status_url }
    if (typeof reply.detail === 'string' && reply.detail) return { ...failed, problem: reply.detail }
  } catch {
    // The response is a proxy's page or truncated.
  }
  return failed
}
