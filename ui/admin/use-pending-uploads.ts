import {
  createContext,
  type RefObject,
  type SubmitEvent,
  type SyntheticEvent,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPendingUploads, type PendingUploads } from './pending-uploads.ts'
import type { UploadProgress } from './send-file.ts'

/** Pending uploads of the form around a file field. Outside of such a form, nothing waits for an upload. */
export const PendingUploadsContext = createContext<Pick<PendingUploads, 'begin'>>({ begin: () => () => false })

/** Question before a running upload is lost. */
export const uploadQuestion = 'A file is still being uploaded. Continue without it?'

/** Text of a form that waits for an upload. */
export const waitingForUpload = 'Waiting for the upload to finish…'

/** Returns the text beside the progress bar of an upload. */
export const uploadState = (sending: UploadProgress) =>
  sending.kind === 'sending' ? `Uploading… ${Math.floor(sending.share * 100)}%` : 'Checking the file…'

/** Returns the message of a failed upload. @param isRefused True if the form was waiting to be sent. */
export const uploadFailure = (error: unknown, isRefused: boolean) =>
  `${(error as Error).message}${isRefused ? ' Your changes were not saved.' : ''}`

/**
 * Returns whether an input event of a form is the choice of a file, which changes the form only after its upload
 * succeeded.
 */
export const isFileChoice = ({ target }: Pick<SyntheticEvent, 'target'>) => 'type' in target && target.type === 'file'

/** A form that waits for its uploads. */
export type PendingForm = ReturnType<typeof usePendingUploads>

/**
 * Lets a form wait for the uploads of its file fields, which otherwise would be missing in what it sends.
 *
 * @returns `uploads` is the value of {@link PendingUploadsContext}; `delay` is called in `onSubmit` and returns whether
 *   the form waits. It is sent with the same button when the uploads have ended, and not at all if one failed.
 *   `isUploading` is true while a file is being uploaded, which is lost when the form disappears; `forget` discards
 *   the waiting press.
 */
export function usePendingUploads(form: RefObject<HTMLFormElement | null>) {
  const [running, setRunning] = useState(0)
  const [uploads] = useState(() => createPendingUploads(setRunning))
  const isWaiting = useSyncExternalStore(uploads.subscribe, uploads.isWaiting, () => false)
  const [changes, setChanges] = useState(0)
  useEffect(() => uploads.subscribe(() => setChanges((before) => before + 1)), [uploads])
  // A field may store its file in state: a single update both shows the file and submits the form.
  useEffect(() => {
    const pressed = uploads.consumePressed()
    if (pressed) form.current?.requestSubmit(pressed.button)
  }, [uploads, form, changes])
  const delay = (event: SubmitEvent<HTMLFormElement>): boolean => {
    const isDelayed = uploads.delay(event.submitter)
    if (isDelayed) event.preventDefault()
    return isDelayed
  }
  return { uploads, delay, isWaiting, isUploading: running > 0, forget: uploads.forget }
}
