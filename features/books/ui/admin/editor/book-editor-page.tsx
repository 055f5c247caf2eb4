import { data, redirect } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { isAppError } from '#shared/errors.ts'
import { pageTranslator, translateError } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import { cutText } from '#shared/cut-text.ts'
import { type ActionOutcome, ActionResult } from '#ui/action-result.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import type { BookForm, BookErrors, BooksAdminService, UploadedPdf } from '#features/books/admin.ts'
import { BookEditor } from './book-editor.tsx'
import type { EditorReply } from './editor-reply.ts'
import { readEditorForm, applyChapterAction } from './editor-form.ts'
import type { Route } from './+types/book-editor-page.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Field } from '#ui/field.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import { maxLengths } from '#features/books/constants.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches, params }) => [
  { title: pageTitle(matches, titleOf(params.bookId, loaderData?.edited !== undefined)) },
  { name: 'robots', content: 'noindex' },
]

const titleOf = (id: string, exists: boolean) => (id === 'new' ? 'New Book' : exists ? 'Edit Book' : 'Book not found')

const uploadMessages: Record<string, string> = {
  'pdf': 'PDF saved in the draft.',
  'cover': 'Cover saved in the draft.',
  'narration': 'Recording saved in the draft.',
  'narration-damaged':
    'Recording saved in the draft, but some of its frames are damaged and cannot be decoded. Listen to it, or export it again.',
  'created': 'Draft created. Only you can see it.',
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  if (params.bookId === 'new') return data({ edited: undefined, pdf: undefined, outcome: undefined })
  const { booksAdmin, reader } = context.get(servicesContext)
  const edited = await booksAdmin.find(params.bookId)
  if (!edited) return data({ edited, pdf: undefined, outcome: undefined }, { status: 404 })
  const { book, isPublished } = edited
  const opening = !book.edition && isPublished ? await reader.findPublicManifest(book.id) : undefined
  const pdf: UploadedPdf | undefined =
    book.pages > 0 ? { edition: book.edition || (opening?.edition ?? ''), pages: book.pages } : undefined
  return data({ edited, pdf, outcome: outcomeFromAddress(new URL(request.url).searchParams) })
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { booksAdmin } = context.get(servicesContext)
  const actor = context.get(actorContext).email
  const sent = await request.formData()
  const text = (name: string) => String(sent.get(name) ?? '')
  const [action, seenVersion] = [text('act'), text('seenVersion')]
  const typed = sent.has('title') ? readEditorForm(sent) : undefined
  try {
    if (action === 'create')
      return redirect(
        `/admin/books/${await booksAdmin.create({ title: text('title'), id: text('id') }, actor)}?done=created`,
      )
    const reply = await runAction(
      booksAdmin,
      params.bookId,
      { action, typed, revision: Number(text('revision')) },
      { actor, seenVersion },
    )
    return reply instanceof Response
      ? reply
      : data<EditorReply>(
          { ...reply, ...(reply.outcome.kind === 'refused' ? { seenVersion } : {}) },
          { status: reply.outcome.kind === 'refused' ? 400 : 200 },
        )
  } catch (error) {
    if (!isAppError(error)) throw error
    const outcome: ActionOutcome = { kind: 'refused', message: translateError(pageTranslator(context), error) }
    return data<EditorReply>(
      { outcome, seenVersion, title: text('title'), id: text('id'), ...(typed ? { typed } : {}) },
      { status: error.status },
    )
  }
}

type Command = { action: string; typed: BookForm | undefined; revision: number }

async function runAction(
  admin: BooksAdminService,
  id: string,
  { action, typed, revision }: Command,
  by: { actor: string; seenVersion: string },
): Promise<EditorReply | Response> {
  const done = (message: string): EditorReply => ({ outcome: { kind: 'done', message } })
  const withChapters = typed && applyChapterAction(typed, action)
  if (typed && (withChapters || action === 'draft' || action === 'publish')) {
    const form = withChapters ?? typed
    const problems = await admin.save(id, form, action === 'publish' ? 'publish' : 'draft', by)
    if (problems) return { outcome: { kind: 'refused', message: summarizeErrors(problems) }, problems, typed: form }
    const message =
      action === 'publish' ? 'Published. Visitors can see it now.' : 'Draft saved. Visitors can’t see it yet.'
    return { ...done(message), savedEdition: form.edition }
  }
  switch (action) {
    case 'unpublish':
      await admin.unpublish(id, by)
      return { ...done('Unpublished. Buyers still have access.'), resetsForm: true }
    case 'discard':
      await admin.discard(id, by)
      return { ...done('Draft discarded. The form shows the published version.'), resetsForm: true }
    case 'restore':
      await admin.restore(id, revision, by)
      return { ...done('Version restored as a draft. Publish it to make it visible.'), resetsForm: true }
    case 'remove':
      await admin.remove(id, by)
      return redirect('/admin/books?done=deleted')
    default:
      return { outcome: { kind: 'refused', message: 'Unknown action.' } }
  }
}

function summarizeErrors(problems: BookErrors): string {
  const count = Object.keys(problems).length
  return count === 1 ? `Not saved. ${Object.values(problems)[0]}` : `Not saved. Fix the ${count} errors marked below.`
}

// Uploads without JavaScript report their result in the address.
function outcomeFromAddress(search: URLSearchParams): ActionOutcome | undefined {
  const refused = search.get('refused')
  if (refused) return { kind: 'refused', message: cutText(refused, 300) }
  const done = uploadMessages[search.get('done') ?? '']
  return done ? { kind: 'done', message: done } : undefined
}

/** Page for editing a book or creating one. */
export default function BookEditorPage({
  loaderData: { edited, pdf, outcome },
  actionData,
  params,
}: Route.ComponentProps) {
  if (!edited && params.bookId !== 'new') return <BookNotFound />
  if (!edited)
    return (
      <NewBookForm outcome={actionData?.outcome} typed={{ title: actionData?.title ?? '', id: actionData?.id ?? '' }} />
    )
  return <BookEditor key={edited.book.id} edited={edited} pdf={pdf} reply={actionData} pageOutcome={outcome} />
}

/** Shown for an unknown book. */
function BookNotFound() {
  return (
    <>
      <BackLink to="/admin/books">All books</BackLink>
      <ScreenHeading title="Book not found">Check the address. A deleted draft cannot be restored.</ScreenHeading>
    </>
  )
}

/** Form for a new book: its title and web address. */
function NewBookForm({ outcome, typed }: { outcome: ActionOutcome | undefined; typed: { title: string; id: string } }) {
  return (
    <>
      <BackLink to="/admin/books">Back to Books Management</BackLink>
      <ScreenHeading title="New Book">
        A new book starts as a draft that only you can see. You can change everything later except its web address.
      </ScreenHeading>
      <ActionResult outcome={outcome} />
      <PostForm preventScrollReset={false} className="flex max-w-2xl flex-col gap-6">
        <Field
          label="Title"
          name="title"
          required
          maxLength={maxLengths.title}
          defaultValue={typed.title}
          autoComplete="off"
        />
        <Field
          label="Web address"
          name="id"
          maxLength={60}
          defaultValue={typed.id}
          autoComplete="off"
          hint="The part of the URL that identifies the book: lowercase letters, digits and hyphens. If empty, it is made from the title. You cannot change it later."
        />
        <SubmitButton name="act" value="create" variant="primary" className="w-fit">
          Create draft
        </SubmitButton>
      </PostForm>
    </>
  )
}
