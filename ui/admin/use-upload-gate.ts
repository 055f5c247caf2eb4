import { createContext, type RefObject, type SubmitEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { createUploadGate, type UploadGate } from './upload-gate.ts'

/** Gate of the form around a file field. Outside of such a form, nobody waits for an upload. */
export const UploadGateContext = createContext<Pick<UploadGate, 'begin'>>({ begin: () => () => false })

/** Text of a form that waits for an upload. */
export const waitingForUpload = 'Waiting for the upload to finish…'

/** Returns the message of a failed upload. @param isRefused True if the form was waiting to be sent. */
export const uploadFailure = (error: unknown, isRefused: boolean) =>
  `${(error as Error).message}${isRefused ? ' Your changes were not saved.' : ''}`

/**
 * Lets a form wait for the uploads of its file fields, which otherwise would be missing in what it sends.
 *
 * @returns `gate` is the value of {@link UploadGateContext}; `hold` is called first in `onSubmit` and returns whether
 *   the form waits. It is sent with the same button when the uploads have ended, and not at all if one failed.
 */
export function useUploadGate(form: RefObject<HTMLFormElement | null>) {
  const [gate] = useState(createUploadGate)
  const isWaiting = useSyncExternalStore(gate.subscribe, gate.isWaiting, () => false)
  const [changes, setChanges] = useState(0)
  useEffect(() => gate.subscribe(() => setChanges((before) => before + 1)), [gate])
  // A field may put its file into a state: one update shows that and runs this.
  useEffect(() => {
    const pressed = gate.takePressed()
    if (pressed) form.current?.requestSubmit(pressed.button)
  }, [gate, form, changes])
  const hold = (event: SubmitEvent<HTMLFormElement>): boolean => {
    const isHeld = gate.hold(event.submitter)
    if (isHeld) event.preventDefault()
    return isHeld
  }
  return { gate, hold, isWaiting }
}
