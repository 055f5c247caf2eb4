import { createContext, type RefObject, type SubmitEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { createPendingUploads, type PendingUploads } from './pending-uploads.ts'
import type { UploadProgress } from './send-file.ts'

/** Gate of the form around a file field. Outside of such a form, nobody waits for an upload. */
export const PendingUploadsContext = createContext<Pick<PendingUploads, 'begin'>>({ begin: () => () => false })

/** Text of a form that waits for an upload. */
export const waitingForUpload = 'Waiting for the upload to finish…'

/** Returns the text beside the progress bar of an upload. */
export const uploadState = (sending: UploadProgress) =>
  sending.kind === 'sending' ? `Uploading… ${Math.floor(sending.share * 100)}%` : 'Checking the file…'

/** Returns the message of a failed upload. @param isRefused True if the form was waiting to be sent. */
export const uploadFailure = (error: unknown, isRefused: boolean) =>
  `${(error as Error).message}${isRefused ? ' Your changes were not saved.' : ''}`

/**
 * Lets a form wait for the uploads of its file fields, which otherwise would be missing in what it sends.
 *
 * @returns `uploads` is the value of {@link PendingUploadsContext}; `delay` is called first in `onSubmit` and returns
 *   whether the form waits. It is sent with the same button when the uploads have ended, and not at all if one failed.
 */
export function usePendingUploads(form: RefObject<HTMLFormElement | null>) {
  const [uploads] = useState(createPendingUploads)
  const isWaiting = useSyncExternalStore(uploads.subscribe, uploads.isWaiting, () => false)
  const [changes, setChanges] = useState(0)
  useEffect(() => uploads.subscribe(() => setChanges((before) => before + 1)), [uploads])
  // A field may put its file into a state: one update shows that and runs this.
  useEffect(() => {
    const pressed = uploads.consumePressed()
    if (pressed) form.current?.requestSubmit(pressed.button)
  }, [uploads, form, changes])
  const delay = (event: SubmitEvent<HTMLFormElement>): boolean => {
    const isDelayed = uploads.delay(event.submitter)
    if (isDelayed) event.preventDefault()
    return isDelayed
  }
  return { uploads, delay, isWaiting }
}
