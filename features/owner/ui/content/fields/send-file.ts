/** What became of a file that was sent. */
export type SendAnswer =
  | { ok: true; value: string; durationSeconds?: number; warning?: string | undefined }
  | { ok: false; message: string }

/**
 * Sends one file as a form does, telling how much of it has travelled.
 *
 * @param onShare Called with 0–1.
 */
export function sendFile(address: string, file: File, onShare: (share: number) => void): Promise<SendAnswer> {
  const form = new FormData()
  form.set('file', file)
  // The one way by which a browser tells how much has been sent.
  const request = new XMLHttpRequest()
  return new Promise((resolve) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => resolve(answerOf(request)))
    request.addEventListener('error', () => resolve({ ok: false, message: 'The connection broke off. Please send it again.' }))
    request.open('POST', address)
    request.setRequestHeader('accept', 'application/json')
    request.send(form)
  })
}

function answerOf({ status, responseText }: XMLHttpRequest): SendAnswer {
  try {
    const body = JSON.parse(responseText) as { value?: string; durationSeconds?: number; warning?: string; message?: string }
    if (status === 200 && body.value)
      return {
        ok: true,
        value: body.value,
        warning: body.warning,
        ...(body.durationSeconds ? { durationSeconds: body.durationSeconds } : {}),
      }
    return { ok: false, message: body.message ?? 'The file was not taken. Please send it again.' }
  } catch {
    return { ok: false, message: 'The file was not taken. Please send it again.' }
  }
}
