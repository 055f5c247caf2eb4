import { useEffect, useState } from 'react'
import { Form, useBlocker } from 'react-router'
import { ActResult, type ActOutcome } from '#ui/act-result.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { ButtonAnchor } from '#ui/button.tsx'
import { focusInView } from '#ui/focus-in-view.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import type { EditedBook, TakenPdf } from '#features/books/desk.ts'
import { ChaptersPart } from './chapters-part.tsx'
import { EditorBar } from './editor-bar.tsx'
import type { EditorReply } from './editor-reply.ts'
import { CoverPart, PdfPart } from './file-parts.tsx'
import { formOf } from './form-of.ts'
import { HistoryPart } from './history-part.tsx'
import { PricePart, WordsPart } from './text-parts.tsx'
import { UploadForms } from './upload-forms.tsx'

type Props = { edited: EditedBook; pdf: TakenPdf | undefined; reply: EditorReply | undefined; told: ActOutcome | undefined }

const formId = 'book-form'

/** The whole of a book in one form. What was typed stays until it is saved, whatever the server answers. */
export function BookEditor({ edited, pdf, reply, told }: Props) {
  const { book, isPublished } = edited
  const [isDirty, setDirty] = useState(reply?.typed !== undefined)
  const [seen, setSeen] = useState(reply?.seen ?? edited.seen)
  const [shown, setShown] = useState({ read: edited.seen, reply, times: 0 })
  // An answer comes before the book is read again, so the form waits for both. And only what was done moves it on: after a refusal it
  // stands on what it was made from, so that saving again cannot overwrite what another window did.
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
        actions={isPublished ? <ButtonAnchor href={`/book/${book.id}`}>See it in the shop</ButtonAnchor> : undefined}
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
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (confirm('What you changed is not saved. Leave this page without it?')) blocker.proceed()
    else blocker.reset()
  }, [blocker])
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
}
