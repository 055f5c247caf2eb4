import { problems } from '#features/submissions/problems.ts'
import { submitPath } from '#features/submissions/terms.ts'

/** What came of sending. */
export type Sent = { ok: true; message: string; statusUrl: string } | { ok: false; problem: string } | { ok: false; problem: undefined }

/**
 * Sends the form, telling how far it is; `fetch` cannot tell that.
 *
 * @param onProgress 0–1 of what has left this device.
 * @returns With `problem: undefined` after `signal` ended it.
 */
export function sendTrack(form: FormData, onProgress: (share: number) => void, signal: AbortSignal): Promise<Sent> {
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
    request.addEventListener('error', () => end({ ok: false, problem: problems.failed }))
    request.addEventListener('abort', () => end({ ok: false, problem: undefined }))
    signal.addEventListener('abort', stop)
    request.send(form)
  })
}

function read(status: number, text: string): Sent {
  try {
    const reply = JSON.parse(text) as { success?: unknown; message?: unknown; status_url?: unknown; detail?: unknown }
    if (status === 200 && reply.success === true && typeof reply.status_url === 'string')
      return { ok: true, message: typeof reply.message === 'string' ? reply.message : '', statusUrl: reply.status_url }
    if (typeof reply.detail === 'string' && reply.detail) return { ok: false, problem: reply.detail }
  } catch {
    // A proxy's page, or half an answer.
  }
  return { ok: false, problem: problems.failed }
}
