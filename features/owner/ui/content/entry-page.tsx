import { useEffect, useRef } from 'react'
import { data, useLocation, useNavigationType } from 'react-router'
import { actorContext } from '#shared/actor.ts'
import { pageTranslator } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import { cutText } from '#shared/cut-text.ts'
import { ActionResult } from '#ui/action-result.tsx'
import { useBeforeLeaving } from '#ui/admin/use-before-leaving.ts'
import { type PendingForm, uploadQuestion, usePendingUploads } from '#ui/admin/use-pending-uploads.ts'
import { BackLink } from '#ui/back-link.tsx'
import { focusInView } from '#ui/focus-in-view.ts'
import { revalidateAfterActions } from '#ui/revalidate-after-actions.ts'
import { pageTitle } from '#ui/page-meta.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { useLastReply } from '#ui/use-last-reply.ts'
import { Tag } from '#ui/tag.tsx'
import type { EditableEntry } from '#features/owner/content-admin.ts'
import type { Route } from './+types/entry-page.ts'
import { handleEntryAction } from './entry-actions.ts'
import { EntryEditor } from './entry-editor.tsx'
import { Changes, EntryHistory, hasEarlierVersion } from './entry-history.tsx'
import { resetLabels, stateLabels } from './entry-states.ts'
import { Timestamp } from '#ui/timestamp.tsx'
import { SubmitButton } from '#ui/post-form.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { ReplacingForm } from './replacing-form.tsx'

/** Confirmations of the form's buttons by the `done` parameter, shown beside the buttons. */
const saved: Record<string, string> = {
  draft: 'Draft saved. Visitors cannot see it.',
  published: 'Published. Visitors can see it now.',
}

/** Confirmations of the other buttons, which may have disappeared, shown at the top of the page. */
const done: Record<string, string> = {
  'discarded': 'Draft discarded.',
  'reset': 'The entry was reset to the files.',
  'reset-artwork': 'The entry was reset to the generated artwork.',
  'removed': 'Removed. Visitors can no longer see it.',
  'restored': 'Restored. Visitors can see it now.',
  'sent': 'File uploaded and added to the draft.',
  'sent-damaged':
    'File uploaded and added to the draft, but it is damaged: some of its frames cannot be decoded. Listen to it, or export it again.',
}

// Anyone can set the parameter, so only known keys are accepted.
const messageFor = (messages: Record<string, string>, key: string) =>
  Object.hasOwn(messages, key) ? messages[key] : undefined

function messageOf(key: string, entry: EditableEntry): string | undefined {
  const message = messageFor(done, key)
  if (key !== 'removed' || entry.state !== 'removed') return message
  return hasEarlierVersion(entry)
    ? `${message} You can restore it from the history.`
    : `${message} ${entry.original === 'files' ? 'To bring it back, use “Reset to files” below.' : ''}`.trimEnd()
}

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

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: pageTitle(matches, loaderData?.entry?.name ?? 'Entry not found') },
  { name: 'robots', content: 'noindex' },
]

/** Edits one entry, with its preview, draft and history. */
export default function EntryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { entry, done: doneKey, refused } = loaderData
  const response = useLastReply(actionData && 'typed' in actionData ? actionData : undefined)
  // A rejected action has its own message and moves the focus to its field.
  const result = useFocusWhenDone(!response && messageFor(done, doneKey) !== undefined)
  const form = useRef<HTMLFormElement>(null)
  const pending = usePendingUploads(form)
  // Unsaved text is kept in the browser, a running upload is not.
  useBeforeLeaving({ isNeeded: pending.isUploading, question: uploadQuestion, onLeave: pending.forget })
  if (!entry) {
    return (
      <>
        <BackLink to="/admin/content">All content</BackLink>
        <ScreenHeading title="Entry not found">
          Check the address. The entry may have been a draft that was discarded.
        </ScreenHeading>
      </>
    )
  }
  const message = response ? undefined : messageOf(doneKey, entry)
  const savedMessage = response ? undefined : messageFor(saved, doneKey)
  return (
    <>
      <BackLink to="/admin/content">All content</BackLink>
      <ScreenHeading title={entry.name}>{entry.singular}</ScreenHeading>
      <State entry={entry} />
      <div ref={result} tabIndex={-1} className="outline-none not-has-[p]:-mt-8">
        <ActionResult
          outcome={
            message
              ? { kind: 'done', message }
              : refused && !response
                ? { kind: 'refused', message: refused }
                : undefined
          }
        />
      </div>
      <div className="grid min-w-0 gap-x-10 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:items-start">
        <EntryEditor
          key={`${entry.kind}/${entry.key}`}
          entry={entry}
          form={form}
          pending={pending}
          response={response}
          savedMessage={savedMessage}
          isSaved={(savedMessage ?? message) !== undefined}
        />
        <PreviewPanel entry={entry} />
      </div>
      {entry.draft ? <DraftPanel entry={entry} pending={pending} /> : null}
      <EntryHistory entry={entry} pending={pending} />
      <ResetForm entry={entry} pending={pending} />
    </>
  )
}

/**
 * Focuses the confirmation, because its button has disappeared or is far below. Going back in the browser history does
 * not.
 */
function useFocusWhenDone(isDone: boolean) {
  const result = useRef<HTMLDivElement>(null)
  const arrivedBy = useNavigationType()
  const { key } = useLocation()
  useEffect(() => {
    if (isDone && arrivedBy !== 'POP') focusInView(result.current)
  }, [key, isDone, arrivedBy])
  return result
}

function State({ entry }: { entry: EditableEntry }) {
  return (
    <div className="flex flex-wrap items-center gap-3 text-small">
      <Tag>{stateLabels[entry.state]}</Tag>
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

function DraftPanel({ entry, pending }: { entry: EditableEntry; pending: PendingForm }) {
  return (
    <section aria-labelledby="draft" className="flex flex-col gap-4 border-t border-groove pt-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="draft" className="title">
          Changes in the draft
        </h2>
        <ReplacingForm entry={entry} pending={pending}>
          <SubmitButton name="act" value="discard-draft">
            Discard draft
          </SubmitButton>
        </ReplacingForm>
      </div>
      {entry.draftChanges.length > 0 ? (
        <Changes changes={entry.draftChanges} />
      ) : (
        <p className="text-dust">No changes from the published version.</p>
      )}
    </section>
  )
}

// Both actions can be undone with the history, so they need no confirmation.
function ResetForm({ entry, pending }: { entry: EditableEntry; pending: PendingForm }) {
  const { original } = entry
  const canReset = original !== undefined && entry.revision !== undefined && entry.state !== original
  if (!canReset && !entry.canRemove) return null
  return (
    <ReplacingForm entry={entry} pending={pending} className="flex flex-wrap gap-3 border-t border-groove pt-8">
      {canReset ? (
        <SubmitButton name="act" value="reset">
          {resetLabels[original]}
        </SubmitButton>
      ) : null}
      {entry.canRemove ? (
        <SubmitButton name="act" value="remove">
          Remove from the site
        </SubmitButton>
      ) : null}
    </ReplacingForm>
  )
}
