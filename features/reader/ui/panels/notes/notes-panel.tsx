import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { useReaderStore } from '#features/reader/ui/reader-context.tsx'
import { useOpenBook } from '../use-open-book.ts'
import { type Annotation, inReadingOrder } from './annotation.ts'
import type { StorageProblem } from './annotation-store.ts'
import { useNoteActions, useNoteFocus, useNotes } from './book-notes.ts'
import { exportName, toMarkdown } from './markdown-export.ts'
import { NoteEntry } from './note-entry.tsx'

const problemMessages: Record<StorageProblem, string> = {
  unsaved:
    'Notes can’t be saved on this device because its storage is full or blocked. Export your notes before you close this page, or they will be lost.',
  damaged: 'Some notes on this device are damaged and could not be read. The others are listed here.',
  newer:
    'These notes were saved by a newer version of this page. Export anything you add before you close it, or it will be lost.',
}

/** Notes panel: list, edit, remove and export annotations. */
export function NotesPanel() {
  const { bookId } = useReaderStore()
  const book = useOpenBook()
  const { annotations, problem } = useNotes()
  const focus = useNoteFocus()
  const actions = useNoteActions()
  const [removed, setRemoved] = useState<Annotation>()
  const list = useRef<HTMLDivElement>(null)
  const found = inReadingOrder(annotations.filter(({ isMoved }) => !isMoved))
  const moved = inReadingOrder(annotations.filter(({ isMoved }) => isMoved))

  // The pressed button disappeared with its entry: focus moves to Undo.
  useEffect(() => list.current?.querySelector<HTMLElement>('[data-undo]')?.focus(), [removed])
  useEffect(() => {
    if (focus) list.current?.querySelector(`[data-note="${focus.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [focus])
  // oxlint-disable-next-line react/exhaustive-deps -- when the list closes, and only then
  useEffect(() => () => actions.focusOn(undefined), [])

  const entries = (some: readonly Annotation[]) => (
    <ol className="flex flex-col">
      {some.map((annotation) => (
        <NoteEntry
          key={annotation.id}
          annotation={annotation}
          isFocused={focus?.id === annotation.id}
          isEditing={focus?.id === annotation.id && focus.isEditing}
          onRemove={() => {
            actions.remove(annotation.id)
            setRemoved(annotation)
          }}
        />
      ))}
    </ol>
  )
  return (
    <div ref={list} className="flex flex-col gap-5 p-4">
      {problem ? <FieldError>{problemMessages[problem]}</FieldError> : null}
      <div role="status" className="empty:-mb-5">
        {removed ? (
          <p className="flex items-center justify-between gap-3 border border-groove py-1 pl-4 text-small">
            {removed.kind === 'bookmark' ? 'Bookmark removed.' : removed.note ? 'Note removed.' : 'Highlight removed.'}
            <Button
              data-undo
              variant="bare"
              className="px-4"
              onClick={() => {
                actions.add(removed)
                actions.focusOn({ id: removed.id, isEditing: false })
                setRemoved(undefined)
              }}
            >
              Undo
            </Button>
          </p>
        ) : null}
      </div>
      {annotations.length === 0 ? (
        <EmptyState title="No notes yet">
          Select text on a page to highlight it or add a note, or bookmark a page. Notes stay on this device.
        </EmptyState>
      ) : (
        <>
          {entries(found)}
          {moved.length > 0 ? (
            <section aria-labelledby="moved-notes" className="flex flex-col gap-3">
              <h3 id="moved-notes" className="label text-dust">
                Not found in this edition
              </h3>
              <p className="text-small text-dust">
                This text is not on the pages you can read in this edition. Page numbers are from the earlier edition.
              </p>
              {entries(moved)}
            </section>
          ) : null}
          <div className="flex flex-col items-start gap-3">
            <Button
              onClick={() =>
                downloadText(
                  exportName({ id: bookId }),
                  'text/markdown',
                  toMarkdown({ id: bookId, title: book?.title ?? bookId, author: book?.author }, annotations),
                )
              }
            >
              <Download size={16} strokeWidth={1.5} aria-hidden="true" />
              Export as Markdown
            </Button>
            <p className="text-small text-dust">Notes are stored only on this device.</p>
          </div>
        </>
      )}
    </div>
  )
}

/** Downloads a text as a file. */
function downloadText(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the address only after this task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
