import { X } from 'lucide-react'
import { type SyntheticEvent, use, useEffect, useId, useRef, useState } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { FieldError, FieldWarning } from '#ui/field.tsx'
import { focusInView } from '#ui/focus-in-view.ts'
import { sendFile, type UploadProgress } from '#ui/admin/send-file.ts'
import { uploadFailure, PendingUploadsContext } from '#ui/admin/use-pending-uploads.ts'

/**
 * A file field that uploads at once and shows progress. Without JavaScript it belongs to a plain form with the id
 * `form` elsewhere on the page, because forms cannot be nested. Problems of an accepted file are shown as `warning`.
 *
 * @param maxBytes Larger files are rejected before they are sent.
 */
export function UploadField<Uploaded extends object>({
  label,
  of,
  button,
  hint,
  accept,
  maxBytes,
  address,
  form,
  onUploaded,
}: {
  label: string
  /** Context of the label, for screen readers. */
  of?: string
  button: string
  hint?: string
  accept: string
  maxBytes: number
  address: string
  form: string
  onUploaded(uploaded: Uploaded): void
}) {
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const stop = useRef<AbortController>(undefined)
  const uploads = use(PendingUploadsContext)
  const [sending, setSending] = useState<UploadProgress>()
  const [problem, setProblem] = useState('')
  const [warning, setWarning] = useState('')
  useEffect(() => () => stop.current?.abort(), [])

  const send = async (file: File) => {
    setProblem('')
    setWarning('')
    if (file.size > maxBytes) return setProblem(`This file is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`)
    stop.current = new AbortController()
    setSending({ kind: 'sending', share: 0 })
    const end = uploads.begin()
    try {
      const uploaded = await sendFile<Uploaded>(address, file, setSending, stop.current.signal)
      setWarning('warning' in uploaded && typeof uploaded.warning === 'string' ? uploaded.warning : '')
      onUploaded(uploaded)
      end(true)
    } catch (error) {
      const isRefused = end(false)
      setProblem(uploadFailure(error, isRefused))
      if (isRefused) focusInView(input.current)
    } finally {
      // The Cancel button disappears now, and the uploaded file may be shown above the field.
      if (container.current?.contains(document.activeElement)) {
        if (isInSight(container.current)) focusInView(input.current)
        else input.current?.focus({ preventScroll: true })
      }
      setSending(undefined)
      if (input.current) input.current.value = ''
    }
  }

  const refuseWhileSending = (event: SyntheticEvent) => sending && event.preventDefault()

  return (
    <div ref={container} className="flex min-w-0 flex-col gap-2">
      <label htmlFor={id} className="label text-dust">
        {label}
        {of ? <span className="sr-only"> of {of}</span> : null}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        name="file"
        form={form}
        accept={accept}
        aria-describedby={hint ? `${id}-hint` : undefined}
        // Not `disabled`, which would move the focus away during an upload.
        aria-disabled={sending !== undefined}
        className="min-h-11 max-w-full text-small text-dust file:mr-4 file:min-h-11 file:cursor-pointer file:rounded-plate file:border file:border-groove file:bg-transparent file:px-5 file:font-mono file:text-[0.75rem] file:text-sand hover:file:border-sand aria-disabled:opacity-55"
        onClick={refuseWhileSending}
        onDrop={refuseWhileSending}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file) void send(file)
        }}
      />
      <noscript>
        <button type="submit" form={form} className={buttonClass('quiet')}>
          {button}
        </button>
      </noscript>
      {sending ? (
        <div className="flex flex-wrap items-center gap-3">
          <progress
            aria-label={label}
            {...(sending.kind === 'sending' ? { value: sending.share, max: 1 } : {})}
            className="h-2 w-48 max-w-full accent-live"
          />
          <span className="figures text-small text-dust">
            {sending.kind === 'sending' ? `${Math.floor(sending.share * 100)}%` : 'Checking…'}
          </span>
          <Button onClick={() => stop.current?.abort()}>
            <X size={16} strokeWidth={1.5} aria-hidden="true" />
            Cancel
          </Button>
        </div>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-small text-dust">
          {hint}
        </p>
      ) : null}
      <div role="alert" className="empty:hidden">
        {problem ? <FieldError>{problem}</FieldError> : null}
        {warning ? <FieldWarning>{warning}</FieldWarning> : null}
      </div>
    </div>
  )
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}
