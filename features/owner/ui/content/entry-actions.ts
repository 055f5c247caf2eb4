import { data, redirect } from 'react-router'
import { isAppError } from '#shared/errors.ts'
import { translateError, type Translator } from '#shared/messages.ts'
import type { EntryProblem } from '#shared/entry-fields.ts'
import type { ContentAdminService, EditableEntry, WriteOutcome } from '#features/owner/content-admin.ts'
import { changeLines, type EntryValues, parseLineAction, readEntry, tidyEntry } from './entry-form.ts'

/** The editor as it comes back when nothing was done, or only the form was changed: all that was typed, and why. */
export type EditorResponse = {
  typed: EntryValues
  problems: EntryProblem[]
  refusal?: string
  /** Tells this answer from the one before. */
  stamp: string
}

/**
 * Does what a button of the editor asks for. What is done leads to a page that says so; what is refused brings
 * everything typed back.
 */
export async function handleEntryAction(
  { contentAdmin, t }: { contentAdmin: ContentAdminService; t: Translator },
  entry: EditableEntry,
  actor: string,
  form: FormData,
) {
  const at = { kind: entry.kind, key: entry.key, actor }
  const write = { ...at, revision: revisionOf(form.get('revision')) }
  const act = String(form.get('act') ?? '')
  const here = `/admin/content/${entry.kind}/${entry.key}`
  const done = (what: string) => redirect(`${here}?done=${what}`, 303)
  const lineAct = parseLineAction(act)
  const values = readEntry(entry.fields, form)
  if (lineAct) return data(answer({ typed: changeLines(entry.fields, values, lineAct) }))
  const typed = tidyEntry(entry.fields, values)
  // These come from forms of their own, which carry no fields of the entry.
  const shown = (entry.draft?.data ?? entry.published ?? {}) as EntryValues
  try {
    switch (act) {
      case 'draft':
        await contentAdmin.saveDraft({ ...at, data: typed })
        return done('draft')
      case 'publish':
        return settled(await contentAdmin.publish({ ...write, data: typed }), typed, () => done('published'))
      case 'drop-draft':
        await contentAdmin.discardDraft(at)
        return entry.state === 'new' ? redirect('/admin/content?done=dropped', 303) : done('dropped')
      case 'reset':
        return settled(await contentAdmin.reset(write), shown, () => done('reset'))
      case 'remove':
        return settled(await contentAdmin.remove(write), shown, () => done('removed'))
      case 'restore':
        return settled(await contentAdmin.restore({ ...write, restored: Number(form.get('restored')) }), shown, () =>
          done('restored'),
        )
      default:
        return data(answer({ typed: values, refusal: 'Unknown action. Your changes were not saved.' }), { status: 400 })
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    return data(
      answer({ typed: act === 'draft' || act === 'publish' ? typed : shown, refusal: translateError(t, error) }),
      {
        status: error.status,
      },
    )
  }
}

function settled(outcome: WriteOutcome, typed: EntryValues, done: () => Response) {
  if (outcome.ok) return done()
  if (outcome.reason === 'problems') return data(answer({ typed, problems: outcome.problems }), { status: 400 })
  const refusal =
    'This entry was changed in another window. Your changes are still in the form; see the history below for the other edit. Submit again to overwrite it.'
  return data(answer({ typed, refusal }), { status: 409 })
}

function answer(parts: Partial<EditorResponse> & Pick<EditorResponse, 'typed'>): EditorResponse {
  return { problems: [], stamp: crypto.randomUUID(), ...parts }
}

function revisionOf(value: FormDataEntryValue | null): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}
