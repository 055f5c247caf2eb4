import { type InputHTMLAttributes, type SyntheticEvent, use, useEffect, useRef, useState } from 'react'
import { Trash2, Upload } from 'lucide-react'
import { buttonClass, Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { focusInView } from '#ui/focus-in-view.ts'
import { sendFile, type UploadProgress } from './send-file.ts'
import { uploadFailure, PendingUploadsContext, uploadState } from './use-pending-uploads.ts'

/** File types of images, as `accept` of a file field. */
export const imageTypes = 'image/jpeg,image/png,image/webp,image/avif'

/**
 * Field with the address of an image that can be uploaded, seen, replaced and removed. The address is a plain field of
 * the form around it. Without JavaScript the image is sent by a form elsewhere on the page.
 *
 * @param input Attributes of the field with the address.
 * @param uploadPath Where the image is sent; the reply has its address as `value`.
 * @param sendForm Id of the plain form that sends it without JavaScript.
 * @param button Button of the form that shows the image to visitors.
 * @param of Names the image for screen readers.
 */
export function ImageField({
  input,
  uploadPath,
  sendForm,
  of,
  button,
  accept = imageTypes,
  sizeHint,
}: {
  input: InputHTMLAttributes<HTMLInputElement> & { name: string; defaultValue: string }
  uploadPath: string
  sendForm: string
  of: string
  button: 'Save' | 'Publish'
  accept?: string
  sizeHint: string
}) {
  const field = useRef<HTMLInputElement>(null)
  const uploads = use(PendingUploadsContext)
  const [shown, setShown] = useState(input.defaultValue)
  const [sending, setSending] = useState<UploadProgress>()
  const [message, setMessage] = useState<{ isError: boolean; text: string }>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  const fill = (value: string) => {
    if (!field.current) return
    field.current.value = value
    field.current.dispatchEvent(new Event('input', { bubbles: true }))
    setShown(value)
  }

  const send = async (file: File) => {
    setMessage(undefined)
    setSending({ kind: 'sending', share: 0 })
    const { signal } = (stop.current = new AbortController())
    const end = uploads.begin()
    try {
      const { value } = await sendFile<{ value: string }>(uploadPath, file, setSending, signal)
      fill(value)
      end(true)
      setMessage({ isError: false, text: `${file.name} is uploaded. ${button} to show it.` })
    } catch (error) {
      const isRefused = end(false)
      if (signal.aborted) return
      setMessage({ isError: true, text: uploadFailure(error, isRefused) })
      if (isRefused) focusInView(field.current)
    } finally {
      setSending(undefined)
    }
  }

  const refuseWhileSending = (event: SyntheticEvent) => sending && event.preventDefault()

  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex min-w-0 flex-wrap items-start gap-4">
        {shown.startsWith('/media/') ? (
          <img
            src={shown}
            alt={`Uploaded: ${of}`}
            width={112}
            height={112}
            className="size-28 shrink-0 border border-groove bg-plate-raised object-contain"
          />
        ) : null}
        <input
          {...input}
          ref={field}
          autoComplete="off"
          onInput={(event) => setShown(event.currentTarget.value)}
          className="figures min-h-11 min-w-0 flex-1 basis-48 rounded-plate border border-groove bg-plate px-3 py-2 text-sand placeholder:text-dust/70 hover:border-dust focus-visible:border-live aria-invalid:border-loss"
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label
          className={buttonClass(
            'quiet',
            'relative focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-live',
          )}
        >
          <Upload size={16} strokeWidth={1.5} aria-hidden="true" />
          {shown ? 'Replace image' : 'Upload image'}
          <input
            type="file"
            name="file"
            form={sendForm}
            accept={accept}
            aria-label={`Upload file: ${of}`}
            // Not `disabled`, which would move the focus away during an upload.
            aria-disabled={sending !== undefined}
            onClick={refuseWhileSending}
            onDrop={refuseWhileSending}
            className="absolute inset-0 cursor-pointer opacity-0"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0]
              if (file) void send(file).then(() => (currentTarget.value = ''))
            }}
          />
        </label>
        {shown ? (
          <Button
            onClick={() => {
              fill('')
              setMessage({ isError: false, text: `Removed. ${button} to show the generated artwork again.` })
              focusInView(field.current)
            }}
          >
            <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
            Remove<span className="sr-only"> image: {of}</span>
          </Button>
        ) : null}
        <span className="min-w-0 flex-1 basis-48 text-small text-dust">{sizeHint}</span>
        <noscript>
          <button type="submit" form={sendForm} className={buttonClass('bare')}>
            Upload (save your other changes first)
          </button>
        </noscript>
        <div aria-live="polite" className="flex basis-full flex-col gap-2 text-small empty:hidden">
          {sending ? (
            <>
              <progress
                {...(sending.kind === 'sending' ? { value: sending.share, max: 1 } : {})}
                className="h-1 w-full accent-live"
                aria-label="Uploading"
              />
              {/* The progress bar says the same, and not at every percent. */}
              <p aria-hidden="true" className="figures text-dust">
                {uploadState(sending)}
              </p>
            </>
          ) : null}
          {message && !message.isError ? <p>{message.text}</p> : null}
          {message?.isError ? <FieldError>{message.text}</FieldError> : null}
        </div>
      </div>
    </div>
  )
}
