import { type SyntheticEvent, use, useEffect, useRef, useState } from 'react'
import { Upload } from 'lucide-react'
import { audioSource } from '#shared/audio-address.ts'
import type { FileField } from '#shared/entry-fields.ts'
import { ImageField } from '#ui/admin/image-field.tsx'
import { ListenPlayer } from '#ui/admin/listen-player.tsx'
import { sendFile, type UploadProgress } from '#ui/admin/send-file.ts'
import { uploadFailure, PendingUploadsContext, uploadState } from '#ui/admin/use-pending-uploads.ts'
import { buttonClass } from '#ui/button.tsx'
import { FieldError, FieldWarning } from '#ui/field.tsx'
import { focusInView } from '#ui/focus-in-view.ts'
import { fieldId, labelOf, sendFormId } from './entry-form.ts'
import { useEditor } from './editor-context.ts'
import { FieldFrame, inputClass } from './field-frame.tsx'

/** Reply of an upload; `value` is the name of the file. */
type Uploaded = { value: string; durationSeconds?: number; warning?: string }

type Sending =
  | { state: 'idle' }
  | { state: 'sending'; progress: UploadProgress }
  | { state: 'done'; message: string; warning: string | undefined }
  | { state: 'failed'; message: string }

/**
 * Field with the name of an uploaded file and a button to upload another one. With script, a file is uploaded as soon
 * as it is selected and its name is entered into the field. Without script, a separate form uploads it and adds the
 * name to the draft.
 */
export function FileInput({ field, path, value }: { field: FileField; path: string; value: string }) {
  const { uploadBase, entry } = useEditor()
  const uploads = use(PendingUploadsContext)
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const [named, setNamed] = useState(value)
  const stop = useRef<AbortController>(undefined)
  // Another entry may have a field with the same path, which must not get the file of this one.
  useEffect(() => () => stop.current?.abort(), [])
  const form = sendFormId(path)
  // A poster has only a file name, and no address from which it can be shown.
  if (uploadBase && field.accept.startsWith('image/') && field.upload !== 'poster')
    return (
      <FieldFrame path={path} label={field.label} hint={field.hint}>
        {(ties) => (
          <ImageField
            input={{
              ...ties,
              name: path,
              defaultValue: value,
              readOnly: !field.mayBeLink,
              placeholder: field.mayBeLink ? 'https://…' : 'No image yet',
              inputMode: 'url',
            }}
            uploadPath={`${uploadBase}/${field.upload}`}
            sendForm={form}
            of={field.label}
            button="Publish"
            accept={field.accept}
            sizeHint={field.sizeHint}
          />
        )}
      </FieldFrame>
    )

  const onProgress = (progress: UploadProgress) => setSending({ state: 'sending', progress })

  async function send(file: File): Promise<void> {
    const { signal } = (stop.current = new AbortController())
    const end = uploads.begin()
    try {
      const address = `${uploadBase}/${field.upload}`
      const { value: name, durationSeconds, warning } = await sendFile<Uploaded>(address, file, onProgress, signal)
      fill(path, name)
      if (durationSeconds) fill(path.replace(/file$/, 'durationSeconds'), String(durationSeconds))
      end(true)
      setSending({ state: 'done', message: `${file.name} is uploaded. Publish to show it.`, warning })
    } catch (error) {
      const isRefused = end(false)
      if (signal.aborted) return
      setSending({ state: 'failed', message: uploadFailure(error, isRefused) })
      if (isRefused) focusInView(document.getElementById(fieldId(path)))
    }
  }

  const refuseWhileSending = (event: SyntheticEvent) => sending.state === 'sending' && event.preventDefault()

  return (
    <div className="flex flex-col gap-3">
      <FieldFrame path={path} label={field.label} hint={field.hint}>
        {(ties) => (
          <input
            {...ties}
            name={path}
            defaultValue={value}
            onInput={(event) => setNamed(event.currentTarget.value)}
            readOnly={!field.mayBeLink && !field.isOptional}
            placeholder={field.mayBeLink ? 'https://…' : 'No file yet'}
            inputMode="url"
            autoComplete="off"
            className={`${inputClass} figures`}
          />
        )}
      </FieldFrame>
      {uploadBase ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <label
            className={buttonClass(
              'quiet',
              'relative focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-live',
            )}
          >
            <Upload size={16} strokeWidth={1.5} aria-hidden="true" />
            {value ? 'Replace file' : 'Upload file'}
            <input
              type="file"
              name="file"
              form={form}
              accept={field.accept}
              aria-label={`Upload file: ${field.label}`}
              // Not `disabled`, which would move the focus away during an upload.
              aria-disabled={sending.state === 'sending'}
              onClick={refuseWhileSending}
              onDrop={refuseWhileSending}
              className="absolute inset-0 cursor-pointer opacity-0"
              onChange={(event) => {
                const input = event.currentTarget
                const file = input.files?.[0]
                if (!file) return
                onProgress({ kind: 'sending', share: 0 })
                void send(file).finally(() => (input.value = ''))
              }}
            />
          </label>
          {entry && field.upload === 'track' && named.endsWith('.mp3') ? (
            <ListenPlayer
              key={named}
              src={audioSource(`/media/artists/${entry.key}/${named}`)}
              of={labelOf(entry.fields, path)}
            />
          ) : null}
          <span className="min-w-0 flex-1 basis-48 text-small text-dust">{field.sizeHint}</span>
          <noscript>
            <button type="submit" form={form} className={buttonClass('bare')}>
              Upload (save the draft first)
            </button>
          </noscript>
          <div aria-live="polite" className="flex basis-full flex-col gap-2 text-small empty:hidden">
            {sending.state === 'sending' ? (
              <>
                <progress
                  {...(sending.progress.kind === 'sending' ? { value: sending.progress.share, max: 1 } : {})}
                  className="h-1 w-full accent-live"
                  aria-label="Uploading"
                />
                {/* The progress bar says the same, and not at every percent. */}
                <p aria-hidden="true" className="figures text-dust">
                  {uploadState(sending.progress)}
                </p>
              </>
            ) : null}
            {sending.state === 'done' ? <p>{sending.message}</p> : null}
            {sending.state === 'done' && sending.warning ? <FieldWarning>{sending.warning}</FieldWarning> : null}
            {sending.state === 'failed' ? <FieldError>{sending.message}</FieldError> : null}
          </div>
        </div>
      ) : null}
    </div>
  )
}

function fill(path: string, value: string): void {
  const input = document.getElementById(fieldId(path)) as HTMLInputElement | null
  if (!input) return
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
