import { countOf } from '#shared/count-of.ts'
import { useEffect, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { quoteTitle } from '#shared/quotation-marks.ts'
import { useBeforeLeaving } from '#ui/admin/use-before-leaving.ts'
import { sendFile, UploadError, type UploadProgress } from '#ui/admin/send-file.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import {
  knownTrackPath,
  type KnownTrackReply,
  maxFilesPerForm,
  trackUploadPath,
  type TrackUploadReply,
  type UploadedFile,
} from '#features/tracks/contract.ts'

type Upload = { file: File } & (
  | { state: 'waiting' }
  | { state: 'running'; progress: UploadProgress }
  | { state: 'done'; outcome: UploadedFile }
  | { state: 'refused'; message: string; isFinal: boolean }
)

const fileClass =
  'min-h-11 max-w-full text-small text-dust file:mr-4 file:min-h-11 file:cursor-pointer file:rounded-plate file:border file:border-groove file:bg-transparent file:px-5 file:font-mono file:text-[0.75rem] file:text-sand hover:file:border-sand'

/**
 * Uploads every selected file, one after the other: files of a selection, or all MP3s of a folder. A file that the site
 * already has is recognized by its hash and not sent again, so selecting the same folder again continues an interrupted
 * import. Without JavaScript it is a plain form for several files.
 */
export function UploadTracks({ maxBytes }: { maxBytes: number }) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [left, setLeft] = useState(0)
  const [isRunning, setIsRunning] = useState(false)
  const stop = useRef<AbortController>(undefined)
  const { revalidate } = useRevalidator()
  useEffect(() => () => stop.current?.abort(), [])
  useBeforeLeaving({ isNeeded: isRunning, question: 'Files are still being uploaded. Leave and stop the import?' })

  async function uploadAll(all: readonly Upload[]): Promise<void> {
    if (isRunning || all.every(({ state }) => state !== 'waiting')) return
    setIsRunning(true)
    const controller = new AbortController()
    stop.current = controller
    setUploads(all)
    const set = (index: number, changed: Upload) =>
      setUploads((before) => before.map((one, at) => (at === index ? changed : one)))
    for (const [index, { file, state }] of all.entries()) {
      if (state !== 'waiting') continue
      if (controller.signal.aborted) break
      try {
        const outcome = await uploadOne(
          file,
          maxBytes,
          (progress) => set(index, { file, state: 'running', progress }),
          controller.signal,
        )
        set(index, { file, state: 'done', outcome })
      } catch (error) {
        set(index, {
          file,
          state: 'refused',
          message: (error as Error).message,
          isFinal: error instanceof UploadError && error.isFinal,
        })
      }
    }
    setIsRunning(false)
    await revalidate()
  }

  const choose = (input: HTMLInputElement, isFolder: boolean) => {
    const chosen = [...(input.files ?? [])]
    const files = isFolder ? chosen.filter(({ name }) => /\.mp3$/i.test(name)) : chosen
    setLeft(chosen.length - files.length)
    setUploads([])
    input.value = ''
    const path = (file: File) => file.webkitRelativePath || file.name
    void uploadAll(
      files
        .toSorted((a, b) => path(a).localeCompare(path(b), undefined, { numeric: true }))
        .map((file) => ({ file, state: 'waiting' })),
    )
  }

  const failed = uploads.filter(mayRetry).length
  return (
    <section aria-labelledby="upload" className="flex flex-col gap-5 border-y border-groove py-6">
      <h2 id="upload" className="title">
        Upload recordings
      </h2>
      <p className="measure text-small text-dust">
        MP3 files up to {Math.round(maxBytes / 1024 / 1024)} MB. Title, artist, album and cover are read from the tags.
        Uploaded tracks stay private until you add them below. If the upload is interrupted, choose the same files
        again: finished ones are skipped.
      </p>
      <form
        method="post"
        action={trackUploadPath}
        encType="multipart/form-data"
        className="flex flex-wrap gap-x-10 gap-y-4"
        onSubmit={(event) => event.preventDefault()}
      >
        <label className="flex min-w-0 flex-col gap-2 text-small">
          MP3 files
          <input
            type="file"
            name="file"
            accept="audio/mpeg,.mp3"
            multiple
            disabled={isRunning}
            className={fileClass}
            onChange={({ currentTarget }) => choose(currentTarget, false)}
          />
        </label>
        <noscript>
          <p className="text-small text-dust">Up to {maxFilesPerForm} files at once.</p>
          <button type="submit" className={buttonClass('primary')}>
            Upload files
          </button>
        </noscript>
        <label className="flex min-w-0 flex-col gap-2 text-small">
          All MP3 files in a folder
          <input
            type="file"
            // React has no type for this attribute.
            {...{ webkitdirectory: '' }}
            disabled={isRunning}
            className={fileClass}
            onChange={({ currentTarget }) => choose(currentTarget, true)}
          />
          <noscript>Choosing a folder needs JavaScript.</noscript>
        </label>
      </form>
      {uploads.length === 0 && left > 0 ? (
        <p role="status" className="text-small">
          There are no MP3 files in this folder.
        </p>
      ) : null}
      {uploads.length > 0 ? (
        <div className="flex flex-wrap items-center gap-4">
          <p role="status" className="figures text-small">
            {progressOf(uploads)}
            {left > 0 ? `, ${countOf(left, 'other file')} in the folder skipped` : ''}
          </p>
          {isRunning ? (
            <Button onClick={() => stop.current?.abort()}>Stop</Button>
          ) : failed > 0 ? (
            <Button
              onClick={() =>
                void uploadAll(uploads.map((one) => (mayRetry(one) ? { file: one.file, state: 'waiting' } : one)))
              }
            >
              {uploads.some(({ state }) => state === 'waiting') ? 'Upload' : 'Retry'} {countOf(failed, 'file')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <ul aria-label="Uploaded files" className="flex max-h-96 flex-col overflow-y-auto empty:hidden">
        {uploads.map((one, index) => (
          <li
            key={index}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-groove py-2 text-small"
          >
            <span className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">{one.file.name}</span>
            <Outcome of={one} isRunning={isRunning} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns how many files are done, and how many of them had each result: the parts add up to the files done. */
function progressOf(uploads: readonly Upload[]): string {
  const numberOf = (result: UploadedFile['result']) =>
    uploads.filter((one) => (one.state === 'done' ? one.outcome.result : one.state) === result).length
  const [imported, known, refused] = [numberOf('imported'), numberOf('known'), numberOf('refused')]
  const parts = [
    ...(imported > 0 ? [`${imported} imported`] : []),
    ...(known > 0 ? [`${known} already on the site`] : []),
    ...(refused > 0 ? [`${refused} not imported`] : []),
  ]
  const done = `${imported + known + refused} of ${countOf(uploads.length, 'file')} processed`
  return parts.length > 0 ? `${done}: ${parts.join(', ')}` : done
}

const mayRetry = (one: Upload) => one.state === 'waiting' || (one.state === 'refused' && !one.isFinal)

function Outcome({ of: one, isRunning }: { of: Upload; isRunning: boolean }) {
  switch (one.state) {
    case 'waiting':
      return <span className="text-dust">{isRunning ? 'Waiting' : 'Not uploaded'}</span>
    case 'running':
      return one.progress.kind === 'checking' ? (
        <span className="text-dust">Checking…</span>
      ) : (
        <span className="flex items-center gap-3">
          <progress aria-label={one.file.name} value={one.progress.share} max={1} className="h-2 w-32 accent-live" />
          <span className="figures text-dust">{Math.floor(one.progress.share * 100)}%</span>
        </span>
      )
    case 'refused':
      return <FieldError>{one.message}</FieldError>
    case 'done':
      return <Finished outcome={one.outcome} />
  }
}

function Finished({ outcome }: { outcome: UploadedFile }) {
  if (outcome.result === 'refused') return <FieldError>{outcome.message}</FieldError>
  if (outcome.result === 'imported') return <span>Imported as {quoteTitle(outcome.title)}</span>
  return (
    <span>
      Already on the site:{' '}
      <Link
        to={outcome.href}
        className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-live"
      >
        {outcome.title}
      </Link>{' '}
      ({outcome.place})
    </span>
  )
}

/**
 * Uploads one file unless the site already has it.
 *
 * @throws UploadError with the reason.
 */
async function uploadOne(
  file: File,
  maxBytes: number,
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
): Promise<UploadedFile> {
  if (file.size > maxBytes)
    throw new UploadError(`This file is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`, true)
  const known = await findKnown(file, signal).catch(() => undefined)
  if (known) return { name: file.name, result: 'known', ...known }
  const { files } = await sendFile<TrackUploadReply>(trackUploadPath, file, onProgress, signal)
  const [outcome] = files
  if (!outcome) throw new UploadError('Upload failed. Try again.', false)
  return outcome
}

/**
 * Looks the file up by its hash. Browsers compute the hash on secure connections only; without it, the server compares
 * the uploaded file.
 */
async function findKnown(file: File, signal: AbortSignal): Promise<KnownTrackReply['known']> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto }
  if (!subtle) return undefined
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()))
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const reply = await fetch(`${knownTrackPath}?sha256=${sha256}`, { signal })
  return reply.ok ? ((await reply.json()) as KnownTrackReply).known : undefined
}
