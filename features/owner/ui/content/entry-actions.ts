import { data, redirect } from 'react-router'
import { isAppError } from '#shared/errors.ts'
import { translateError, type Translator } from '#shared/messages.ts'
import type { EntryProblem } from '#shared/entry-fields.ts'
import type { ContentAdminService, EditableEntry, WriteOutcome } from '#features/owner/content-admin.ts'
import { changeLines, type EntryValues, labelOf, parseLineAction, readEntry, tidyEntry } from './fields/entry-form.ts'

/** Form values and messages when nothing was saved, or only the form was changed. */
export type EditorResponse = {
  typed: EntryValues
  problems: EntryProblem[]
  refusal?: string
  /** Identifies this response. */
  stamp: string
}

/**
 * Handles a button of the editor. A success redirects to a page with a confirmation; a failure returns all entered
 * values.
 */
export async function handleEntryAction(
  { contentAdmin, t }: { contentAdmin: ContentAdminService; t: Translator },
  entry: EditableEntry,
  actor: string,
  form: FormData,
) {
  const at = { kind: entry.kind, key: entry.key, actor }
  // Every button acts on the version that was shown, so that an edit or a draft of another window is not overwritten
  // unseen.
  const seenDraft = { savedAt: savedAtOf(form.get('draftSavedAt')) }
  const write = { ...at, revision: revisionOf(form.get('revision')), seenDraft }
  const action = String(form.get('act') ?? '')
  const here = `/admin/content/${entry.kind}/${entry.key}`
  const done = (what: string) => redirect(`${here}?done=${what}`, 303)
  const lineAction = parseLineAction(action)
  const values = readEntry(entry.fields, form)
  if (lineAction) return data(response({ typed: changeLines(entry.fields, values, lineAction) }))
  const typed = tidyEntry(entry.fields, values)
  // The other actions have their own forms without the fields of the entry.
  const shown = (entry.draft?.data ?? entry.published ?? {}) as EntryValues
  try {
    switch (action) {
      case 'draft':
        await contentAdmin.saveDraft({ ...at, data: typed, over: write })
        return done('draft')
      case 'publish':
        return respond(await contentAdmin.publish({ ...write, data: typed }), typed, () => done('published'), true)
      case 'discard-draft':
        await contentAdmin.discardDraft({ ...at, seenDraft })
        return entry.state === 'new' ? redirect('/admin/content?done=discarded', 303) : done('discarded')
      case 'reset':
        return respond(await contentAdmin.reset(write), shown, () =>
          done(entry.original === 'artwork' ? 'reset-artwork' : 'reset'),
        )
      case 'remove':
        return respond(await contentAdmin.remove(write), shown, () => done('removed'))
      case 'restore': {
        const outcome = await contentAdmin.restore({ ...write, restored: Number(form.get('restored')) })
        if (outcome.ok || outcome.reason === 'conflict') return respond(outcome, shown, () => done('restored'))
        // The problems are those of the earlier version, which is not in the form.
        const problems = outcome.problems.map(({ path, message }) => `${labelOf(entry.fields, path)}: ${message}`)
        const refusal = `This version can no longer be published. ${problems.join(' ')}`
        return data(response({ typed: shown, refusal }), { status: 400 })
      }
      default:
        return data(response({ typed: values, refusal: 'Unknown action. Your changes were not saved.' }), {
          status: 400,
        })
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    if (error.code === 'conflict') return action === 'draft' ? conflict(typed, true) : conflict(shown)
    return data(
      response({
        typed: action === 'draft' || action === 'publish' ? typed : shown,
        refusal: translateError(t, error),
      }),
      {
        status: error.status,
      },
    )
  }
}

function respond(outcome: WriteOutcome, typed: EntryValues, done: () => Response, isOwnForm = false) {
  if (outcome.ok) return done()
  if (outcome.reason === 'problems') return data(response({ typed, problems: outcome.problems }), { status: 400 })
  return conflict(typed, isOwnForm)
}

/** @param isOwnForm Whether the values of the form were sent; otherwise it shows the current ones. */
function conflict(typed: EntryValues, isOwnForm = false) {
  const refusal = isOwnForm
    ? 'This entry was changed in another window. Your changes are still in the form; see the other edit in the draft or the history below. Save or publish again to overwrite it.'
    : 'This entry was changed in another window, so the button had no effect. The form and the history now show the current version. Check it and try again.'
  return data(response({ typed, refusal }), { status: 409 })
}

function response(parts: Partial<EditorResponse> & Pick<EditorResponse, 'typed'>): EditorResponse {
  return { problems: [], stamp: crypto.randomUUID(), ...parts }
}

function savedAtOf(value: FormDataEntryValue | null): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function revisionOf(value: FormDataEntryValue | null): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}
