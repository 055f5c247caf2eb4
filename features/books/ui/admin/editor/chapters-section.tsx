import { Plus } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ListenPlayer } from '#ui/admin/listen-player.tsx'
import { Button, ButtonReason, buttonClass } from '#ui/button.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import { focusInView } from '#ui/focus-in-view.ts'
import type { BookForm, BookErrors, UploadedRecording } from '#features/books/admin.ts'
import {
  bookUploadPath,
  draftRecordingPath,
  maxLengths,
  maxChapters,
  maxNarrationBytes,
} from '#features/books/constants.ts'
import { moved, useDragOrder } from '../use-drag-order.ts'
import { ChapterRow, type EditedChapter } from './chapter-row.tsx'
import { CountedField } from './counted-fields.tsx'
import { EditorSection } from './editor-section.tsx'
import { UploadField } from '../upload-field.tsx'

type Props = { bookId: string; form: BookForm; problems: BookErrors; pages: number; onChange(): void }

/**
 * Audiobook section: chapters in order with recordings and pages, the narrator, and the audio preview for the landing
 * page.
 */
export function ChaptersSection({ bookId, form, problems, pages, onChange }: Props) {
  const nextKey = useRef(form.chapters.length)
  const [chapters, setChapters] = useState<EditedChapter[]>(() =>
    form.chapters.map((chapter, key) => ({ ...chapter, key })),
  )
  const [removed, setRemoved] = useState<{ chapter: EditedChapter; at: number }>()
  const part = useRef<HTMLDivElement>(null)
  const [message, showMessage] = useTransientMessage()
  const goTo = useFocusAfterChange(part, chapters)
  const change = (now: EditedChapter[], words: string, next?: string) => {
    setChapters(now)
    showMessage(words)
    if (next) goTo(next)
    onChange()
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to >= chapters.length) return
    change(moved(chapters, from, to), `${nameOf(chapters[from]!)} moved to chapter ${to + 1} of ${chapters.length}.`)
  }
  const { list, handle, edgeOf, isDragged } = useDragOrder(move)

  return (
    <EditorSection
      contentRef={part}
      title="Audiobook"
      note="Chapters play in this order. For each chapter, enter the page on which it begins, so that listeners can read along."
    >
      <ol ref={list} aria-label="Chapters" className="border-t border-groove empty:hidden">
        {chapters.map((chapter, index) => (
          <ChapterRow
            key={chapter.key}
            bookId={bookId}
            chapter={chapter}
            index={index}
            count={chapters.length}
            pages={pages}
            problem={problems[`chapter-${index}`]}
            dragging={{ handle: handle(index), edge: edgeOf(index), isDragged: isDragged(index) }}
            onChange={(part) => {
              // Matched by key, because the list may have changed during the upload.
              setChapters((now) => now.map((one) => (one.key === chapter.key ? { ...one, ...part } : one)))
              onChange()
            }}
            onMove={(by) => move(index, index + by)}
            onRemove={() => {
              setRemoved({ chapter, at: index })
              change(
                chapters.filter((one) => one.key !== chapter.key),
                removedMessage(chapter),
                '[data-undo]',
              )
            }}
          />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-4">
        <button
          type="submit"
          name="act"
          value="chapter-add"
          aria-disabled={chapters.length >= maxChapters}
          aria-describedby={chapters.length >= maxChapters ? 'chapters-full' : undefined}
          className={buttonClass('quiet')}
          onClick={(event) => {
            event.preventDefault()
            if (chapters.length >= maxChapters) return
            const added = { key: nextKey.current++, title: '', file: '', firstPage: '' }
            change([...chapters, added], 'Chapter added at the end.', titleOf(chapters.length))
          }}
        >
          <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
          Add chapter
        </button>
        {chapters.length >= maxChapters ? (
          <ButtonReason id="chapters-full">
            A book can have up to {maxChapters} chapters. Remove one to add another.
          </ButtonReason>
        ) : null}
        <p role="status" className="text-small text-dust">
          {message}
        </p>
        {/* The label still names what Undo restores, even after another change. */}
        {removed && message !== removedMessage(removed.chapter) ? (
          <p className="text-small text-dust">{removedMessage(removed.chapter)}</p>
        ) : null}
        {removed ? (
          <Button
            data-undo
            onClick={() => {
              const { chapter, at } = removed
              change(
                [...chapters.slice(0, at), chapter, ...chapters.slice(at)],
                `${nameOf(chapter)} restored.`,
                titleOf(at),
              )
              setRemoved(undefined)
            }}
          >
            Undo
          </Button>
        ) : null}
      </div>
      {problems['chapters'] ? <FieldError>{problems['chapters']}</FieldError> : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <CountedField
          label="Narrator"
          name="readBy"
          limit={maxLengths.narration}
          defaultValue={form.readBy}
          aria-required={chapters.length > 0}
          hint={`${chapters.length > 0 ? 'Required to publish the chapters. ' : ''}Say if the voice is synthetic.`}
          error={problems['readBy']}
        />
        <Field
          label="Audio quality"
          name="quality"
          defaultValue={form.quality}
          aria-required={chapters.length > 0}
          hint={`${chapters.length > 0 ? 'Required to publish the chapters. ' : ''}For example: MP3, 64 kbit/s, mono.`}
          error={problems['quality']}
        />
      </div>
      <AudioPreview bookId={bookId} file={form.previewFile} problem={problems['previewFile']} onChange={onChange} />
    </EditorSection>
  )
}

const nameOf = ({ title }: EditedChapter) => title || 'Untitled chapter'
const removedMessage = (chapter: EditedChapter) => `${nameOf(chapter)} removed.`
const titleOf = (index: number) => `li:nth-child(${index + 1}) [name="chapter-title"]`

/** A message that disappears with the next input or submit. */
function useTransientMessage() {
  const [message, setMessage] = useState('')
  useEffect(() => {
    if (!message) return
    const leave = () => setMessage('')
    // Listens on the window, after React: rendering before a field has reported its input would reset the field.
    addEventListener('input', leave)
    addEventListener('submit', leave)
    return () => {
      removeEventListener('input', leave)
      removeEventListener('submit', leave)
    }
  }, [message])
  return [message, setMessage] as const
}

/**
 * Moves the focus after a change that removed the pressed button or added fields.
 *
 * @returns A function that takes a selector, to be called before the list changes.
 */
function useFocusAfterChange(part: RefObject<HTMLElement | null>, chapters: EditedChapter[]): (next: string) => void {
  const next = useRef<string>(undefined)
  useEffect(() => {
    if (next.current) focusInView(part.current?.querySelector<HTMLElement>(next.current))
    next.current = undefined
  }, [part, chapters])
  return (selector) => (next.current = selector)
}

function AudioPreview({
  bookId,
  file,
  problem,
  onChange,
}: {
  bookId: string
  file: string
  problem: string | undefined
  onChange(): void
}) {
  const [current, setCurrent] = useState(file)
  const changeFile = (now: string) => {
    setCurrent(now)
    onChange()
  }
  return (
    <div className="flex flex-col gap-3 border-t border-groove pt-5">
      <input type="hidden" name="previewFile" value={current} />
      <UploadField<UploadedRecording>
        label="Audio preview for the landing page"
        button="Upload preview"
        hint="MP3, about one minute. The landing page plays the preview of the first free book that has one."
        accept="audio/mpeg,.mp3"
        maxBytes={maxNarrationBytes}
        address={bookUploadPath(bookId, 'narration')}
        form="upload-narration-preview"
        onUploaded={(taken) => changeFile(taken.file)}
      />
      {current ? (
        <div className="flex flex-wrap items-center gap-3">
          <ListenPlayer key={current} src={draftRecordingPath(bookId, current)} of="the audio preview" />
          <Button onClick={() => changeFile('')} className="noscript:hidden">
            Remove preview
          </Button>
        </div>
      ) : null}
      {problem ? <FieldError>{problem}</FieldError> : null}
    </div>
  )
}
