import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { ActionResult, type ActionOutcome } from '#ui/action-result.tsx'
import { useBeforeLeaving } from '#ui/admin/use-before-leaving.ts'
import { isFileChoice, PendingUploadsContext, usePendingUploads } from '#ui/admin/use-pending-uploads.ts'
import { BackLink } from '#ui/back-link.tsx'
import { ButtonAnchor } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { focusInView } from '#ui/focus-in-view.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { useOutcomeFocus } from '#ui/use-outcome-focus.ts'
import { useSending } from '#ui/use-sending.ts'
import type { EditedBook, UploadedPdf, BookRevision } from '#features/books/admin.ts'
import { ArtworkSection } from './artwork-section.tsx'
import { ChaptersSection } from './chapters-section.tsx'
import { EditorBar } from './editor-bar.tsx'
import type { EditorReply } from './editor-reply.ts'
import { CoverSection, PdfSection } from './file-sections.tsx'
import { formFromBook } from './editor-form.ts'
import { PriceSection, DetailsSection } from './text-sections.tsx'
import { bookUploadPath } from '#features/books/constants.ts'
import { DataTable } from '#ui/data-table.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'
import { ActionForm } from './action-form.tsx'
import { EditorSection } from './editor-section.tsx'

type Props = {
  edited: EditedBook
  pdf: UploadedPdf | undefined
  reply: EditorReply | undefined
  pageOutcome: ActionOutcome | undefined
}

const formId = 'book-form'

/** The editor form of a book. Typed text stays until it is saved, whatever the server responds. */
export function BookEditor({ edited, pdf, reply, pageOutcome }: Props) {
  const { book, isPublished } = edited
  // Text that is typed while the form is being saved stays unsaved, so each save names the changes that it contained.
  const [changeCount, setChangeCount] = useState(reply?.typed ? 1 : 0)
  const [submittedCount, setSubmittedCount] = useState(0)
  const [savedCount, setSavedCount] = useState(0)
  const isDirty = changeCount !== savedCount
  const outcome = reply?.outcome ?? pageOutcome
  const [seenVersion, setSeenVersion] = useState(reply?.seenVersion ?? edited.version)
  const [shown, setShown] = useState({ read: edited.version, reply, times: 0 })
  // The reply arrives before the book is loaded again, so the form waits for both. Only a successful change updates the
  // form to the new version: after an error it keeps the version that it was created from, so saving again cannot
  // overwrite changes of another window.
  if (edited.version !== shown.read) {
    const isAnswered = reply?.outcome.kind === 'done' && reply !== shown.reply
    setShown({ read: edited.version, reply, times: isAnswered && reply.resetsForm ? shown.times + 1 : shown.times })
    if (isAnswered) {
      setSeenVersion(edited.version)
      setSavedCount(reply.resetsForm ? changeCount : submittedCount)
    }
  }
  const element = useRef<HTMLFormElement>(null)
  const { uploads, delay, isWaiting, isUploading, forget } = usePendingUploads(element)
  // A file is part of the form only after its upload.
  const hasUnsaved = isDirty || isUploading
  useBeforeLeaving({
    isNeeded: hasUnsaved,
    question: 'You have unsaved changes. Leave without saving?',
    onLeave: forget,
  })
  const { isSending, refuse } = useSending()
  // The other actions replace the form, so nothing may be typed meanwhile.
  const isReplacing = useNavigation().formData?.has('title') === false
  const result = useOutcomeFocus(reply)
  // The first error may be many screens away from the button.
  useEffect(() => {
    if (reply?.problems) focusInView(document.querySelector<HTMLElement>(`#${formId} [aria-invalid="true"]`))
  }, [reply])
  const problems = reply?.problems ?? {}
  const form = reply?.typed ?? formFromBook(book)
  const onChange = () => setChangeCount((before) => before + 1)
  // A later change makes a success untrue. Its message keeps its place, so that the form does not move.
  const isOutdated = outcome?.kind === 'done' && isDirty

  return (
    <>
      <BackLink to="/admin/books">Back to Books Management</BackLink>
      <ScreenHeading
        title={book.title || 'Untitled'}
        actions={isPublished ? <ButtonAnchor href={`/book/${book.id}`}>View book page</ButtonAnchor> : undefined}
      >
        /book/{book.id}
      </ScreenHeading>
      <div
        ref={result}
        tabIndex={-1}
        className={classNames('outline-none not-has-[p]:-mt-8', isOutdated && 'invisible')}
      >
        <ActionResult outcome={outcome} />
      </div>
      {/* Keeps focused fields and their errors clear of the bar below. */}
      <Form
        key={shown.times}
        ref={element}
        id={formId}
        method="post"
        preventScrollReset
        inert={isReplacing}
        onSubmit={(event) => {
          if (refuse(event) || delay(event)) return
          setSubmittedCount(changeCount)
        }}
        onInput={(event) => (isFileChoice(event) ? undefined : onChange())}
        className="flex flex-col gap-8 [&_:is(button,input,select,textarea)]:scroll-mt-12 [&_:is(button,input,select,textarea)]:scroll-mb-36"
      >
        <input type="hidden" name="seenVersion" value={seenVersion} />
        {/* The Enter key presses the first button of a form, so this one saves the draft. */}
        <button type="submit" name="act" value="draft" tabIndex={-1} aria-hidden="true" className="sr-only">
          Save draft
        </button>
        <DetailsSection form={form} problems={problems} />
        <PriceSection form={form} problems={problems} />
        <PendingUploadsContext value={uploads}>
          <PdfSection
            bookId={book.id}
            form={form}
            problems={problems}
            pdf={pdf}
            savedEdition={reply?.savedEdition}
            onChange={onChange}
          />
          <CoverSection bookId={book.id} form={form} problems={problems} onChange={onChange} />
          <ArtworkSection bookId={book.id} form={form} problems={problems} />
          <ChaptersSection
            bookId={book.id}
            form={form}
            problems={problems}
            pages={pdf?.pages ?? 0}
            onChange={onChange}
          />
        </PendingUploadsContext>
      </Form>
      <EditorBar
        edited={edited}
        form={formId}
        seenVersion={seenVersion}
        isDirty={hasUnsaved}
        onReplace={forget}
        isSending={isSending}
        isReplacing={isReplacing}
        isWaiting={isWaiting}
      />
      <HistorySection revisions={edited.revisions} seenVersion={seenVersion} isDirty={hasUnsaved} onReplace={forget} />
      <UploadForms bookId={book.id} chapters={form.chapters.length} />
    </>
  )
}

/** Plain upload forms behind the editor's file fields, for browsers without JavaScript. Forms cannot be nested. */
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

/** History of the book. Restoring creates a draft; visitors see no change until it is published. */
function HistorySection({
  revisions,
  seenVersion,
  isDirty,
  onReplace,
}: {
  revisions: BookRevision[]
  seenVersion: string
  isDirty: boolean
  onReplace: () => void
}) {
  return (
    <EditorSection title="History" note="Newest first. Restoring a version creates a draft.">
      <DataTable
        caption="Earlier versions of this book"
        rows={revisions}
        rowKey={({ revision }) => String(revision)}
        empty={<p className="text-dust">No published changes yet. The published book matches the content folder.</p>}
        columns={[
          {
            key: 'at',
            header: 'Date',
            isRowHeader: true,
            cell: ({ at }) => <time dateTime={at}>{formatTimestamp(at)}</time>,
          },
          { key: 'act', header: 'Status', cell: ({ status }) => status },
          { key: 'title', header: 'Title', cell: ({ title }) => title },
          { key: 'actor', header: 'Changed by', cell: ({ actor }) => actor },
          {
            key: 'restore',
            header: '',
            isUnlabelled: true,
            cell: ({ revision, canRestore, at }) =>
              canRestore ? (
                <ActionForm
                  action="restore"
                  seenVersion={seenVersion}
                  isDirty={isDirty}
                  onReplace={onReplace}
                  fields={{ revision }}
                >
                  Restore<span className="sr-only"> the version of {formatTimestamp(at)}</span>
                </ActionForm>
              ) : null,
          },
        ]}
      />
    </EditorSection>
  )
}
