/** Upload progress; `checking` while the server checks the complete file. */
export type UploadProgress = { kind: 'sending'; share: number } | { kind: 'checking' }

/** Failed upload; `isFinal` is set when the same file would be refused again. */
export class UploadError extends Error {
  readonly isFinal: boolean

  constructor(message: string, isFinal: boolean) {
    super(message)
    this.name = 'UploadError'
    this.isFinal = isFinal
  }
}

// Signing in again, and waiting, help against these.
const isFinalStatus = (status: number) => status >= 400 && status < 500 && ![401, 408, 429].includes(status)

/**
 * Uploads one file as a form would, with progress, which `fetch` cannot report.
 *
 * @returns The server's result.
 * @throws UploadError with the server's message, or with our own when it could not be reached.
 */
export function sendFile<Uploaded>(
  address: string,
  file: File,
  onProgress: (sending: UploadProgress) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    // An event listener is not called for a signal that has already been aborted.
    if (signal.aborted) return reject(new UploadError('Upload cancelled.', false))
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.setRequestHeader('accept', 'application/json')
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress(loaded >= total ? { kind: 'checking' } : { kind: 'sending', share: total > 0 ? loaded / total : 0 })
    })
    request.addEventListener('load', () => {
      const reply = request.response as ({ message?: string } & Uploaded) | null
      if (request.status === 200 && reply) resolve(reply)
      else reject(new UploadError(reply?.message ?? 'Upload failed. Try again.', isFinalStatus(request.status)))
    })
    request.addEventListener('error', () => reject(new UploadError('Connection lost. Try again.', false)))
    request.addEventListener('abort', () => reject(new UploadError('Upload cancelled.', false)))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    // A field has up to 200 bytes.
    form.append('name', file.name.replace(/\.\w+$/, '').slice(0, 60))
    form.append('file', file)
    request.send(form)
  })
}
