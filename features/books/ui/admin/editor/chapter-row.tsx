import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { ListenPlayer } from '#ui/admin/listen-player.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Field, FieldError } from '#ui/field.tsx'
import type { BookForm, UploadedRecording } from '#features/books/admin.ts'
import { bookUploadPath, draftRecordingPath, maxLengths, maxNarrationBytes } from '#features/books/constants.ts'
import { DragHandle, dragClass } from '../drag-handle.tsx'
import { UploadField } from '../upload-field.tsx'

/** A chapter in the editor; `key` identifies it when it is moved. */
export type EditedChapter = BookForm['chapters'][number] & { key: number }

type Props = {
  bookId: string
  chapter: EditedChapter
  /** Index from 0, of `count`. */
  index: number
  count: number
  pages: number
  problem: string | undefined
  dragging: { handle: ComponentProps<typeof DragHandle>; edge: 'above' | 'below' | undefined; isDragged: boolean }
  onChange(part: Partial<EditedChapter>): void
  onMove(by: 1 | -1): void
  onRemove(): void
}

/** A chapter row: title, first page, recording, and position among the others. */
export function ChapterRow({
  bookId,
  chapter,
  index,
  count,
  pages,
  problem,
  dragging,
  onChange,
  onMove,
  onRemove,
}: Props) {
  const name = chapter.title || `Chapter ${index + 1}`
  return (
    <li className={`flex flex-col gap-4 border-b border-groove py-5 ${dragClass(dragging.isDragged, dragging.edge)}`}>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-4">
        <span className="flex items-center gap-1">
          <DragHandle {...dragging.handle} />
          <span aria-hidden="true" className="figures w-8 text-small text-dust">
            {String(index + 1).padStart(2, '0')}
          </span>
        </span>
        <Field
          label={`Title of chapter ${index + 1}`}
          name="chapter-title"
          maxLength={maxLengths.chapter}
          value={chapter.title}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
          className="flex-1 basis-64"
        />
        <Field
          label="First page"
          name="chapter-page"
          inputMode="numeric"
          autoComplete="off"
          placeholder={pages > 0 ? `1–${pages}` : ''}
          value={chapter.firstPage}
          onChange={(event) => onChange({ firstPage: event.currentTarget.value })}
          className="w-28"
        />
        <div className="flex gap-2">
          <ChapterButton
            action={`chapter-up-${index}`}
            isOff={index === 0}
            onPress={() => onMove(-1)}
            label={`Move ${name} up`}
          >
            <ArrowUp size={16} strokeWidth={1.5} aria-hidden="true" />
          </ChapterButton>
          <ChapterButton
            action={`chapter-down-${index}`}
            isOff={index === count - 1}
            onPress={() => onMove(1)}
            label={`Move ${name} down`}
          >
            <ArrowDown size={16} strokeWidth={1.5} aria-hidden="true" />
          </ChapterButton>
          <ChapterButton action={`chapter-remove-${index}`} isOff={false} onPress={onRemove} label={`Remove ${name}`}>
            <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
          </ChapterButton>
        </div>
      </div>
      <input type="hidden" name="chapter-file" value={chapter.file} />
      <div className="grid items-end gap-x-8 gap-y-3 md:grid-cols-2 md:pl-20">
        <UploadField<UploadedRecording>
          label={chapter.file ? 'Replace recording' : 'Recording'}
          of={name}
          button="Upload recording"
          accept="audio/mpeg,.mp3"
          maxBytes={maxNarrationBytes}
          address={bookUploadPath(bookId, 'narration')}
          form={`upload-narration-${index}`}
          onUploaded={({ file }) => onChange({ file })}
        />
        {chapter.file ? (
          <ListenPlayer
            key={chapter.file}
            src={draftRecordingPath(bookId, chapter.file)}
            of={`the recording of ${name}`}
          />
        ) : (
          <p className="label flex min-h-11 items-center text-dust">No recording</p>
        )}
      </div>
      {problem ? <FieldError>{problem}</FieldError> : null}
    </li>
  )
}

// A button that submits the form if JavaScript does not handle it.
function ChapterButton({
  action,
  isOff,
  onPress,
  label,
  children,
}: {
  action: string
  isOff: boolean
  onPress(): void
  label: string
  children: ReactNode
}) {
  return (
    <button
      type="submit"
      name="act"
      value={action}
      aria-disabled={isOff}
      aria-label={label}
      className={buttonClass('quiet', 'size-12 !p-0')}
      onClick={(event) => {
        event.preventDefault()
        if (!isOff) onPress()
      }}
    >
      {children}
    </button>
  )
}
