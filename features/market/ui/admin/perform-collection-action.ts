import { isAppError } from '#shared/errors.ts'
import { translateError, type Translator } from '#shared/messages.ts'
import type { ActionOutcome } from '#ui/action-result.tsx'
import type {
  Collection,
  CollectionAdminService,
  CollectionForm,
  CollectionOutcome,
} from '#features/market/contract.ts'
import type { AuditLog } from '#features/owner/contract.ts'

/** A form with errors and its values. */
export type OpenForm = { slug: string; revision: string; values: CollectionForm; problems: Partial<CollectionForm> }

type CollectionsAnswer = { outcome: ActionOutcome; open?: OpenForm }

type AdminServices = { collectionAdmin: CollectionAdminService; auditLog: AuditLog; t: Translator }

/** Performs the action of a form on the collections page, records it in the admin log and returns the outcome. */
export async function performCollectionAction(
  { collectionAdmin: admin, auditLog, t }: AdminServices,
  actor: string,
  form: FormData,
): Promise<CollectionsAnswer & { status: number }> {
  const action = textOf(form, 'act')
  const slug = textOf(form, 'collection')
  const values = valuesOf(form)
  const revision = textOf(form, 'revision')
  const open = (problems: Partial<CollectionForm>): OpenForm => ({
    slug: action === 'create' ? 'new' : slug,
    revision,
    values,
    problems,
  })
  const isForm = action === 'create' || action === 'save'
  try {
    const done = await perform(admin, { action, slug, values, revision, actor })
    if (!done) return { outcome: { kind: 'refused', message: 'Unknown action.' }, status: 400 }
    const { outcome, message } = done
    if (!outcome.ok)
      return {
        outcome: {
          kind: 'refused',
          message: `${action === 'create' ? 'The collection was not created' : 'Your changes were not saved'}. Check the highlighted fields.`,
        },
        open: open(outcome.problems),
        status: 400,
      }
    const { collection } = outcome
    if (outcome.isUnchanged)
      return {
        outcome: { kind: 'done', message: `${collection.name} has no changes to save.` },
        status: 200,
      }
    await auditLog.record({
      actor,
      action: `collection.${action}`,
      subject: `collection:${collection.slug}`,
      detail: collection.name,
    })
    const undo = { act: 'undo', collection: collection.slug, revision: String(outcome.revision) }
    return {
      outcome: { kind: 'done', message: message(collection.name), ...(action !== 'undo' && { undo }) },
      status: 200,
    }
  } catch (error) {
    if (!isAppError(error)) throw error
    // The values stay in the form after any error.
    return {
      outcome: { kind: 'refused', message: translateError(t, error) },
      ...(isForm && { open: open({}) }),
      status: error.status,
    }
  }
}

const undoneMessages = {
  removed: (name: string) => `${name} was removed.`,
  restored: (name: string) => `${name} was restored.`,
  changed: (name: string) => `The last change to ${name} was undone.`,
}

type Asked = { action: string; slug: string; values: CollectionForm; revision: string; actor: string }

async function perform(
  admin: CollectionAdminService,
  { action, slug, values, revision, actor }: Asked,
): Promise<{ outcome: CollectionOutcome; message: (name: string) => string } | undefined> {
  const setStatus = (status: Collection['status']) => admin.setStatus(slug, status, actor)
  switch (action) {
    case 'create':
      return {
        outcome: await admin.create(values, actor),
        message: (name) => `${name} was created and is on the Market page.`,
      }
    case 'save':
      return {
        outcome: await admin.save(slug, values, { revision: numberOf(revision) }, actor),
        message: (name) => `${name} was saved.`,
      }
    case 'close':
      return { outcome: await setStatus('closed'), message: (name) => `${name} was closed.` }
    case 'reopen':
      return { outcome: await setStatus('active'), message: (name) => `${name} was reopened.` }
    case 'delete':
      return { outcome: await admin.remove(slug, actor), message: (name) => `${name} was deleted.` }
    case 'undo': {
      const outcome = await admin.undo(slug, numberOf(revision) ?? 0, actor)
      return { outcome, message: undoneMessages[(outcome.ok && outcome.undone) || 'changed'] }
    }
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
    image: textOf(form, 'image'),
    imageAlt: textOf(form, 'imageAlt'),
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

const numberOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)
