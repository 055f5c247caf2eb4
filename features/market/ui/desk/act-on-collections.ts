import { isAppError } from '#shared/errors.ts'
import type { ActionOutcome } from '#ui/action-result.tsx'
import type { Collection, CollectionDeskService, CollectionForm, CollectionOutcome } from '#features/market/contract.ts'
import type { DeskLog } from '#features/owner/contract.ts'

/** A form that could not be kept, with what was typed and what is wrong. */
export type OpenForm = { slug: string; revision: string; values: CollectionForm; problems: Partial<CollectionForm> }

export type CollectionsAnswer = { outcome: ActionOutcome; open?: OpenForm }

type Desk = { collectionDesk: CollectionDeskService; deskLog: DeskLog }

/** Does what a form of the collections page asks for, writes it into the desk's log, and says what came of it. */
export async function actOnCollections(
  { collectionDesk: desk, deskLog }: Desk,
  actor: string,
  form: FormData,
): Promise<CollectionsAnswer & { status: number }> {
  const act = textOf(form, 'act')
  const slug = textOf(form, 'collection')
  const values = valuesOf(form)
  const revision = textOf(form, 'revision')
  const open = (problems: Partial<CollectionForm>): OpenForm => ({
    slug: act === 'create' ? 'new' : slug,
    revision,
    values,
    problems,
  })
  const isForm = act === 'create' || act === 'save'
  try {
    const done = await perform(desk, { act, slug, values, revision, actor })
    if (!done) return { outcome: { kind: 'refused', message: 'There is no such act.' }, status: 400 }
    const { outcome, words } = done
    if (!outcome.ok)
      return {
        outcome: { kind: 'refused', message: 'Nothing is changed yet: look at the marked fields.' },
        open: open(outcome.problems),
        status: 400,
      }
    const { collection } = outcome
    if (outcome.isUnchanged)
      return {
        outcome: { kind: 'done', message: `${collection.name} is as it was; there was nothing to change.` },
        status: 200,
      }
    await deskLog.record({
      actor,
      act: `collection.${act}`,
      subject: `collection:${collection.slug}`,
      detail: collection.name,
    })
    const undo = { act: 'undo', collection: collection.slug, revision: String(outcome.revision) }
    return {
      outcome: { kind: 'done', message: `${collection.name} ${words}.`, ...(act !== 'undo' && { undo }) },
      status: 200,
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    // What was typed stays in the form, whatever refused it.
    return {
      outcome: { kind: 'refused', message: error.message },
      ...(isForm && { open: open({}) }),
      status: error.status,
    }
  }
}

type Asked = { act: string; slug: string; values: CollectionForm; revision: string; actor: string }

async function perform(
  desk: CollectionDeskService,
  { act, slug, values, revision, actor }: Asked,
): Promise<{ outcome: CollectionOutcome; words: string } | undefined> {
  const setStatus = (status: Collection['status']) => desk.setStatus(slug, status, actor)
  switch (act) {
    case 'create':
      return { outcome: await desk.create(values, actor), words: 'is on the market' }
    case 'save':
      return {
        outcome: await desk.save(slug, values, { revision: numberOf(revision) }, actor),
        words: 'is changed, on the market too',
      }
    case 'close':
      return { outcome: await setStatus('closed'), words: 'is closed' }
    case 'reopen':
      return { outcome: await setStatus('active'), words: 'is active again' }
    case 'delete':
      return { outcome: await desk.remove(slug, actor), words: 'is deleted' }
    case 'undo':
      return { outcome: await desk.undo(slug, numberOf(revision) ?? 0, actor), words: 'is as it was before' }
    default:
      return undefined
  }
}

function valuesOf(form: FormData): CollectionForm {
  return {
    name: textOf(form, 'name'),
    slug: textOf(form, 'slug'),
    description: textOf(form, 'description'),
    artistSlug: textOf(form, 'artistSlug'),
    minted: textOf(form, 'minted'),
    supply: textOf(form, 'supply'),
    status: textOf(form, 'status'),
    url: textOf(form, 'url'),
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

const numberOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)
