import { useEffect, useRef, useState } from 'react'
import { data, Form, useLocation, useNavigationType } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { pageTranslator } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import { cutText } from '#shared/cut-text.ts'
import { ActionResult } from '#ui/action-result.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { focusInView } from '#ui/focus-in-view.ts'
import { revalidateAfterActions } from '#ui/revalidate-after-actions.ts'
import { EmptyState } from '#ui/notice.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { Tag } from '#ui/tag.tsx'
import type { EditableEntry } from '#features/owner/content-admin.ts'
import type { Route } from './+types/entry-page.ts'
import { handleEntryAction, type EditorResponse } from './entry-actions.ts'
import { EntryEditor } from './entry-editor.tsx'
import { Changes, EntryHistory } from './entry-history.tsx'
import { stateWords } from './entry-states.ts'
import { Timestamp } from '#ui/timestamp.tsx'
import { PreviewPanel } from './preview-panel.tsx'

/** What the buttons of the form did, as the address of the page says it; told beside them. */
const saved: Record<string, string> = {
  draft: 'Draft saved. Visitors cannot see it.',
  published: 'Published. Visitors can see it now.',
}

/** What the other buttons of the page did, which may be gone then; told at its top. */
const done: Record<string, string> = {
  'dropped': 'Draft discarded.',
  'reset': 'Reset to the files.',
  'removed': 'Removed. Its page now shows “not found”. You can restore it from the history.',
  'restored': 'Restored. Visitors can see it now.',
  'sent': 'File uploaded and added to the draft.',
  'sent-damaged':
    'File uploaded and added to the draft, but it is damaged: some of its frames cannot be decoded. Listen to it, or export it again.',
}

// Of an address anybody may write.
const wordsOf = (words: Record<string, string>, what: string) => (Object.hasOwn(words, what) ? words[what] : undefined)

export const shouldRevalidate = revalidateAfterActions

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const entry = await context.get(servicesContext).contentAdmin.find(params.kind, params.key)
  const search = new URL(request.url).searchParams
  return data(
    { entry, done: search.get('done') ?? '', refused: cutText(search.get('refused') ?? '', 300) },
    { status: entry ? 200 : 404 },
  )
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { contentAdmin } = context.get(servicesContext)
  const form = await request.formData()
  const entry = await contentAdmin.find(params.kind, params.key)
  if (!entry) throw data(null, { status: 404 })
  return handleEntryAction({ contentAdmin, t: pageTranslator(context) }, entry, context.get(actorContext).email, form)
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(loaderData?.entry?.name ?? 'Content') },
  { name: 'robots', content: 'noindex' },
]

/** One entry: its form, the page it makes, and all it has been. */
export default function EntryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { entry, done: what, refused } = loaderData
  const answer = useHeldAnswer(actionData && 'typed' in actionData ? actionData : undefined, loaderData)
  // An act that was refused has words of its own, and its field the focus, whatever was done before it.
  const result = useFocusWhenDone(!answer && wordsOf(done, what) !== undefined)
  if (!entry) {
    return (
      <EmptyState title="Entry not found" action={<ButtonLink to="/admin/content">All content</ButtonLink>}>
        Check the address. The entry may have been a draft that was discarded.
      </EmptyState>
    )
  }
  const message = answer ? undefined : wordsOf(done, what)
  const told = answer ? undefined : wordsOf(saved, what)
  return (
    <>
      <BackLink to="/admin/content">All content</BackLink>
      <ScreenHeading title={entry.name}>{entry.singular}</ScreenHeading>
      <State entry={entry} />
      <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
        <ActionResult
          outcome={
            message ? { kind: 'done', message } : refused && !answer ? { kind: 'refused', message: refused } : undefined
          }
        />
      </div>
      <div className="grid min-w-0 gap-x-10 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:items-start">
        <EntryEditor
          key={`${entry.kind}/${entry.key}`}
          entry={entry}
          answer={answer}
          told={told}
          isSaved={(told ?? message) !== undefined}
        />
        <PreviewPanel entry={entry} />
      </div>
      {entry.draft ? <DraftPanel entry={entry} /> : null}
      <EntryHistory entry={entry} />
      <TakingBack entry={entry} />
    </>
  )
}

/**
 * The router forgets an answer when somebody follows a link within the page; what they typed is in it, so it holds
 * until something is loaded.
 */
function useHeldAnswer(answer: EditorResponse | undefined, loaded: unknown): EditorResponse | undefined {
  const [held, setHeld] = useState({ answer, loaded })
  if (loaded !== held.loaded || (answer && answer !== held.answer)) setHeld({ answer, loaded })
  return answer ?? (loaded === held.loaded ? held.answer : undefined)
}

/**
 * What was done takes the focus, as its button is gone or far below. The way back in the history leads to the page
 * alone.
 */
function useFocusWhenDone(isTold: boolean) {
  const result = useRef<HTMLDivElement>(null)
  const arrivedBy = useNavigationType()
  const { key } = useLocation()
  useEffect(() => {
    if (isTold && arrivedBy !== 'POP') focusInView(result.current)
  }, [key, isTold, arrivedBy])
  return result
}

function State({ entry }: { entry: EditableEntry }) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-small">
      <Tag>{stateWords[entry.state]}</Tag>
      {entry.edited ? (
        <span className="text-dust">
          Last edit by {entry.edited.actor}, <Timestamp at={entry.edited.at} />
        </span>
      ) : null}
      {entry.draft ? (
        <span>
          Draft saved <Timestamp at={entry.draft.savedAt} />
        </span>
      ) : null}
    </div>
  )
}

function DraftPanel({ entry }: { entry: EditableEntry }) {
  return (
    <section aria-labelledby="draft" className="flex flex-col gap-4 border-t border-groove pt-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="draft" className="title">
          {' '}
          Changes in the draft{' '}
        </h2>
        <Form method="post" preventScrollReset>
          <Button type="submit" name="act" value="drop-draft">
            {' '}
            Discard draft{' '}
          </Button>
        </Form>
      </div>
      {entry.draftChanges.length > 0 ? (
        <Changes changes={entry.draftChanges} />
      ) : (
        <p className="text-dust">No changes from the published version.</p>
      )}
    </section>
  )
}

// Both can be taken back by the history, so neither asks twice.
function TakingBack({ entry }: { entry: EditableEntry }) {
  const canReset = entry.hasFiles && entry.revision !== undefined && entry.state !== 'files'
  if (!canReset && !entry.canRemove) return null
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap gap-3 border-t border-groove pt-8">
      <input type="hidden" name="revision" value={entry.revision ?? ''} />
      {canReset ? (
        <Button type="submit" name="act" value="reset">
          {' '}
          Reset to files{' '}
        </Button>
      ) : null}
      {entry.canRemove ? (
        <Button type="submit" name="act" value="remove">
          Remove from the site
        </Button>
      ) : null}
    </Form>
  )
}
