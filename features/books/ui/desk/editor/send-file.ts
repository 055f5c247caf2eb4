/** How far a file has come; `checking` when it is there and is being looked at. */
export type Sending = { kind: 'sending'; share: number } | { kind: 'checking' }

/**
 * Sends one file as a form would, and tells how far it is; `fetch` cannot tell.
 *
 * @returns What the server made of it. @throws Error with the server's sentence, or with one of ours when it could not be reached.
 */
export function sendFile<Taken>(address: string, file: File, onProgress: (sending: Sending) => void, signal: AbortSignal): Promise<Taken> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.setRequestHeader('accept', 'application/json')
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress(loaded >= total ? { kind: 'checking' } : { kind: 'sending', share: total > 0 ? loaded / total : 0 })
    })
    request.addEventListener('load', () => {
      const reply = request.response as ({ message?: string } & Taken) | null
      if (request.status === 200 && reply) resolve(reply)
      else reject(new Error(reply?.message ?? 'The file could not be taken. Please try again.'))
    })
    request.addEventListener('error', () => reject(new Error('The connection broke. Please try again.')))
    request.addEventListener('abort', () => reject(new Error('Stopped.')))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}
