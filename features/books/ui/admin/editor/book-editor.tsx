import { useEffect, useState } from 'react'
import { Form, useBlocker } from 'react-router'
import { ActResult, type ActOutcome } from '#ui/act-result.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { ButtonAnchor } from '#ui/button.tsx'
import { focusInView } from '#ui/focus-in-view.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import type { EditedBook, TakenPdf, BookStep } from '#features/books/admin.ts'
import { ChaptersPart } from './chapters-section.tsx'
import { EditorBar } from './editor-bar.tsx'
import type { EditorReply } from './editor-reply.ts'
import { CoverPart, PdfPart } from './file-sections.tsx'
import { formOf } from './editor-form.ts'
import { PricePart, WordsPart } from './text-sections.tsx'
import { bookUploadPath } from '#features/books/constants.ts'
import { DataTable } from '#ui/data-table.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'
import { ActForm } from './action-form.tsx'
import { Part } from './editor-section.tsx'

type Props = {
  edited: EditedBook
  pdf: TakenPdf | undefined
  reply: EditorReply | undefined
  told: ActOutcome | undefined
}

const formId = 'book-form'

/** The whole of a book in one form. What was typed stays until it is saved, whatever the server answers. */
export function BookEditor({ edited, pdf, reply, told }: Props) {
  const { book, isPublished } = edited
  const [isDirty, setDirty] = useState(reply?.typed !== undefined)
  const [seen, setSeen] = useState(reply?.seen ?? edited.seen)
  const [shown, setShown] = useState({ read: edited.seen, reply, times: 0 })
  // An answer comes before the book is read again, so the form waits for both. And only what was done moves it on:
  // after a refusal it stands on what it was made from, so that saving again cannot overwrite what another window did.
  if (edited.seen !== shown.read) {
    const isAnswered = reply?.outcome.kind === 'done' && reply !== shown.reply
    setShown({ read: edited.seen, reply, times: isAnswered && reply.isOther ? shown.times + 1 : shown.times })
    if (isAnswered) {
      setSeen(edited.seen)
      setDirty(false)
    }
  }
  useBeforeLeaving(isDirty)
  const result = useFocusKept(reply)
  // What is to be mended first may be many screens away from the button.
  useEffect(() => {
    if (reply?.problems) focusInView(document.querySelector<HTMLElement>(`#${formId} [aria-invalid="true"]`))
  }, [reply])
  const problems = reply?.problems ?? {}
  const form = reply?.typed ?? formOf(book)
  const onChange = () => setDirty(true)

  return (
    <>
      <BackLink to="/admin/books">Back to Books Management</BackLink>
      <ScreenHeading
        title={book.title || 'Untitled'}
        actions={isPublished ? <ButtonAnchor href={`/book/${book.id}`}>View book page</ButtonAnchor> : undefined}
      >
        /book/{book.id}
      </ScreenHeading>
      <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
        <ActResult outcome={reply?.outcome ?? told} />
      </div>
      {/* What has the focus stands clear of the bar below, and with it what is said under a field. */}
      <Form
        key={shown.times}
        id={formId}
        method="post"
        preventScrollReset
        onInput={onChange}
        className="flex flex-col gap-8 [&_:is(button,input,select,textarea)]:scroll-mt-12 [&_:is(button,input,select,textarea)]:scroll-mb-36"
      >
        <input type="hidden" name="seen" value={seen} />
        {/* What the Enter key presses: the first button of a form, whichever that is. */}
        <button type="submit" name="act" value="draft" tabIndex={-1} aria-hidden="true" className="sr-only">
          Save draft
        </button>
        <WordsPart form={form} problems={problems} />
        <PricePart form={form} problems={problems} />
        <PdfPart bookId={book.id} form={form} problems={problems} pdf={pdf} kept={reply?.kept} onChange={onChange} />
        <CoverPart bookId={book.id} form={form} problems={problems} onChange={onChange} />
        <ChaptersPart bookId={book.id} form={form} problems={problems} pages={pdf?.pages ?? 0} onChange={onChange} />
      </Form>
      <EditorBar edited={edited} form={formId} seen={seen} isDirty={isDirty} />
      <HistoryPart steps={edited.steps} seen={seen} isDirty={isDirty} />
      <UploadForms bookId={book.id} chapters={form.chapters.length} />
    </>
  )
}

/** Nobody loses work without being asked: neither by closing the page nor by a link of the site. */
function useBeforeLeaving(isDirty: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (confirm('You have unsaved changes. Leave without saving?')) blocker.proceed()
    else blocker.reset()
  }, [blocker])
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
}

/**
 * The plain forms behind the file fields of the editor, for browsers without a script. They stand outside of its own
 * form.
 */
function UploadForms({ bookId, chapters }: { bookId: string; chapters: number }) {
  const forms = [
    { id: 'upload-pdf', what: 'pdf' as const, place: undefined },
    { id: 'upload-cover', what: 'cover' as const, place: undefined },
    { id: 'upload-narration-preview', what: 'narration' as const, place: 'preview' },
    ...Array.from({ length: chapters }, (_, index) => ({
      id: `upload-narration-${index}`,
      what: 'narration' as const,
      place: String(index),
    })),
  ]
  return forms.map(({ id, what, place }) => (
    <form key={id} id={id} method="post" action={bookUploadPath(bookId, what)} encType="multipart/form-data" hidden>
      {place === undefined ? null : <input type="hidden" name="place" value={place} />}
    </form>
  ))
}

/**
 * What the book was before. An earlier state comes back as a draft; nothing changes for visitors until that is
 * published.
 */
function HistoryPart({ steps, seen, isDirty }: { steps: BookStep[]; seen: string; isDirty: boolean }) {
  return (
    <Part title="History" note="Newest first. Restoring a version creates a draft.">
      <DataTable
        caption="Earlier versions of this book"
        rows={steps}
        rowKey={({ revision }) => String(revision)}
        empty={<p className="text-dust">No changes yet. The book matches the content folder.</p>}
        columns={[
          {
            key: 'at',
            header: 'Date',
            isRowHeader: true,
            cell: ({ at }) => <time dateTime={at}>{formatTimestamp(at)}</time>,
          },
          { key: 'act', header: 'Status', cell: ({ act }) => act },
          { key: 'title', header: 'Title', cell: ({ title }) => title },
          { key: 'actor', header: 'Changed by', cell: ({ actor }) => actor },
          {
            key: 'restore',
            header: '',
            isUnlabelled: true,
            cell: ({ revision, canRestore, at }) =>
              canRestore ? (
                <ActForm act="restore" seen={seen} isDirty={isDirty} fields={{ revision }}>
                  Restore<span className="sr-only"> the version of {formatTimestamp(at)}</span>
                </ActForm>
              ) : null,
          },
        ]}
      />
    </Part>
  )
}
