import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { useReaderStore } from '#features/reader/ui/state/reader-context.tsx'
import { useOpenBook } from '../use-open-book.ts'
import { type Annotation, inReadingOrder } from './annotation.ts'
import { useNoteActions, useNoteFocus, useNotes } from './book-notes.ts'
import { exportName, toMarkdown } from './markdown-export.ts'
import { NoteEntry } from './note-entry.tsx'

/** Notes panel: list, edit, remove and export annotations. */
export function NotesPanel() {
  const t = useTranslations('reader.notes')
  const locale = useLocale()
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
      {problem ? <FieldError>{t(problem)}</FieldError> : null}
      <div role="status" className="empty:-mb-5">
        {removed ? (
          <p className="flex items-center justify-between gap-3 border border-groove py-1 pl-4 text-small">
            {t(`removed.${removed.kind === 'bookmark' ? 'bookmark' : removed.note ? 'note' : 'highlight'}`)}
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
              {t('undo')}
            </Button>
          </p>
        ) : null}
      </div>
      {annotations.length === 0 ? (
        // Saved notes that cannot be read are not none.
        problem === 'newer' || problem === 'damaged' ? null : (
          <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
        )
      ) : (
        <>
          {entries(found)}
          {moved.length > 0 ? (
            <section aria-labelledby="moved-notes" className="flex flex-col gap-3">
              <h3 id="moved-notes" className="label text-dust">
                {t('moved')}
              </h3>
              <p className="text-small text-dust">{t('movedHint')}</p>
              {entries(moved)}
            </section>
          ) : null}
          <div className="flex flex-col items-start gap-3">
            <Button
              onClick={() =>
                downloadText(
                  exportName({ id: bookId }, t),
                  'text/markdown',
                  toMarkdown({ id: bookId, title: book?.title ?? bookId, author: book?.author }, annotations, {
                    t,
                    locale,
                  }),
                )
              }
            >
              <Download size={16} />
              {t('export')}
            </Button>
            <p className="text-small text-dust">{t('device')}</p>
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
