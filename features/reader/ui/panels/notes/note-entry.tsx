import { Bookmark, Highlighter, Pencil, StickyNote, Trash2 } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl/react'
import { formatLongDay } from '#shared/long-timestamp.ts'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { useReaderStore } from '../../state/reader-context.tsx'
import { goTo } from '../go-to.ts'
import type { Annotation } from './annotation.ts'
import { useNoteActions } from './book-notes.ts'

type EntryProps = { annotation: Annotation; isFocused: boolean; isEditing: boolean; onRemove: () => void }

/** One annotation in the list: page, quote, note and actions. */
export function NoteEntry({ annotation, isFocused, isEditing, onRemove }: EntryProps) {
  const t = useTranslations('reader.notes')
  const reader = useReaderStore()
  const actions = useNoteActions()
  const locale = useLocale()
  const edit = useRef<HTMLButtonElement>(null)
  const { id, kind, page, start, quote, note, isMoved, createdAt } = annotation
  const Sign = kind === 'bookmark' ? Bookmark : note ? StickyNote : Highlighter

  function go() {
    actions.focusOn({ id, isEditing: false })
    if (isMoved) return
    goTo(reader, page, kind === 'highlight' ? start.line : undefined)
  }
  function closeEditor() {
    actions.focusOn({ id, isEditing: false })
    requestAnimationFrame(() => edit.current?.focus())
  }

  return (
    <li
      data-note={id}
      className={classNames(
        'flex flex-col gap-1 border-l-2 py-2 pl-3 not-first:mt-3',
        isFocused ? 'border-live' : 'border-groove',
      )}
    >
      <div className="flex items-center justify-between gap-2">
        <button
          type="button"
          onClick={go}
          disabled={isMoved}
          className="label flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-2 text-left text-dust enabled:hover:text-sand disabled:cursor-default"
        >
          <Sign size={16} strokeWidth={1.5} aria-hidden="true" />
          <span>
            {t.rich('page', {
              page: String(page),
              kind: kind === 'bookmark' ? 'bookmark' : note ? 'note' : 'highlight',
              hidden: (text) => <span className="sr-only">{text}</span>,
            })}
          </span>
        </button>
        <time dateTime={createdAt} className="text-small text-dust">
          {formatLongDay(new Date(createdAt), locale)}
        </time>
        <button
          ref={edit}
          type="button"
          aria-label={t(note ? `edit.${kind}` : `add.${kind}`, { page: String(page) })}
          onClick={() => actions.focusOn({ id, isEditing: true })}
          className="flex size-11 shrink-0 cursor-pointer items-center justify-center text-dust hover:text-sand focus-visible:-outline-offset-2"
        >
          <Pencil size={16} />
        </button>
        <button
          type="button"
          aria-label={t(`remove.${kind}`, { page: String(page) })}
          onClick={onRemove}
          className="-ml-2 flex size-11 shrink-0 cursor-pointer items-center justify-center text-dust hover:text-loss focus-visible:-outline-offset-2"
        >
          <Trash2 size={16} />
        </button>
      </div>
      {quote ? (
        <blockquote lang="en" className="line-clamp-4 text-small text-dust">
          {quote}
        </blockquote>
      ) : null}
      {isEditing ? (
        <NoteEditor
          note={note}
          onSave={(text) => {
            actions.setNote(id, text)
            closeEditor()
          }}
          onLeave={closeEditor}
        />
      ) : note ? (
        <p className="text-small whitespace-pre-line">{note}</p>
      ) : null}
    </li>
  )
}

function NoteEditor({ note, onSave, onLeave }: { note: string; onSave: (text: string) => void; onLeave: () => void }) {
  const t = useTranslations('reader.notes')
  const field = useId()
  const form = useRef<HTMLFormElement>(null)
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSave(String(new FormData(event.currentTarget).get('note') ?? ''))
  }
  function onKey(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onLeave()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
  }
  return (
    <form ref={form} onSubmit={onSubmit} className="flex flex-col gap-2">
      <label htmlFor={field} className="sr-only">
        {t('field')}
      </label>
      <textarea
        id={field}
        name="note"
        rows={4}
        maxLength={5000}
        defaultValue={note}
        placeholder={t('placeholder')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the editor opens because the reader asked to write
        autoFocus
        onKeyDown={onKey}
        className="w-full rounded-plate border border-groove bg-plate px-3 py-2.5 text-small text-sand placeholder:text-dust hover:border-dust focus-visible:border-live"
      />
      <div className="flex gap-2">
        <Button type="submit" variant="primary">
          {t('save')}
        </Button>
        <Button onClick={onLeave}>{t('cancel')}</Button>
      </div>
    </form>
  )
}
