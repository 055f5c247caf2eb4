import { isDeepStrictEqual } from 'node:util'
import type { ContentEdits, FollowedContent } from '#platform/content-edits/content-edits.ts'
import { withUnavailableError } from '#platform/database/unavailable-error.ts'
import { missingImage } from '#platform/images.ts'
import { AppError } from '#shared/errors.ts'
import type {
  Collection,
  CollectionAdminService,
  CollectionForm,
  CollectionOutcome,
} from '#features/market/contract.ts'
import { readForm } from './read-form.ts'

const kind = 'collection'

type Deps = {
  edits: ContentEdits
  collections: FollowedContent<Collection>
  isArtist: (slug: string) => boolean
  /** Returns whether storage has a file with this key. */
  isStored: (key: string) => Promise<boolean>
}

type Change = { key: string; actor: string; over: { revision: number | undefined } } & (
  | { action: 'save'; data: Collection }
  | { action: 'remove' | 'reset' }
)

/** Creates the admin of collections. A form sent twice is applied only once. */
export function createCollectionAdmin({ edits, collections, isArtist, isStored }: Deps): CollectionAdminService {
  const find = (slug: string) => collections.list().find((one) => one.slug === slug)
  const get = (slug: string) => {
    const found = find(slug)
    if (!found) throw new AppError('not-found', 'Collection not found. It may have been deleted.')
    return found
  }
  const newestOf = (slug: string) => edits.newest(kind).find(({ key }) => key === slug)

  // Read from the history instead of this process’s cache, because the edit was just written.
  async function outcomeOf(
    { slug, name }: Pick<Collection, 'slug' | 'name'>,
    undone?: 'removed' | 'restored' | 'changed',
  ): Promise<CollectionOutcome> {
    const [newest] = await edits.history(kind, slug)
    return { ok: true, collection: { slug, name }, revision: newest?.revision ?? 0, ...(undone && { undone }) }
  }

  const write = (edit: Change) => edits.write({ ...edit, kind })

  /** Reads a form and checks that its image is stored. */
  const read = async (form: CollectionForm): Promise<ReturnType<typeof readForm>> => {
    const result = readForm(form, isArtist)
    if (!result.ok) return result
    const [missing] = await missingImage(result.collection.image ?? '', isStored)
    return missing ? { ok: false, problems: { image: missing.message } } : result
  }

  const admin: CollectionAdminService = {
    list() {
      const revisions = new Map(edits.newest(kind).map(({ key, revision }) => [key, revision]))
      return collections.list().map((collection) => ({ ...collection, revision: revisions.get(collection.slug) }))
    },

    async listDeleted() {
      const gone = edits.newest(kind).filter(({ key, action }) => action === 'remove' && !find(key))
      return Promise.all(
        gone.map(async ({ key, revision }) => ({
          slug: key,
          name: (await before(key, revision))?.name ?? key,
          revision,
        })),
      )
    },

    async history(slug) {
      const changes = await edits.history(kind, slug)
      return changes.slice(0, 10).map(({ action, actor, at }) => ({ action, actor, at: at.toISOString() }))
    },

    async create(form, actor) {
      const result = await read(form)
      if (!result.ok) return result
      const { collection } = result
      const taken = find(collection.slug)
      if (taken && isDeepStrictEqual(taken, collection)) return outcomeOf(taken)
      if (taken) return { ok: false, problems: form.slug.trim() ? { slug: addressTaken } : { name: nameTaken } }
      await write({
        key: collection.slug,
        action: 'save',
        data: collection,
        actor,
        over: { revision: newestOf(collection.slug)?.revision },
      })
      return outcomeOf(collection)
    },

    async save(slug, form, over, actor) {
      const old = get(slug)
      const { image = '', imageAlt = '' } = old
      const result = await read({ image, imageAlt, ...form, slug })
      if (!result.ok) return result
      if (!isDeepStrictEqual(old, result.collection)) {
        await write({ key: slug, action: 'save', data: result.collection, actor, over })
        return outcomeOf(result.collection)
      }
      // A form sent twice still names the revision before its own change, and gets the first outcome again.
      const outcome = await outcomeOf(old)
      const isUnchanged = outcome.ok && outcome.revision === (over.revision ?? 0)
      return isUnchanged ? { ...outcome, isUnchanged } : outcome
    },

    async setStatus(slug, status, actor) {
      const old = get(slug)
      if (old.status !== status)
        await write({
          key: slug,
          action: 'save',
          data: { ...old, status },
          actor,
          over: { revision: newestOf(slug)?.revision },
        })
      return outcomeOf(old)
    },

    async remove(slug, actor) {
      const newest = newestOf(slug)
      const old =
        find(slug) ?? (newest?.action === 'remove' ? await before(slug, newest.revision) : undefined) ?? get(slug)
      if (find(slug)) await write({ key: slug, action: 'remove', actor, over: { revision: newest?.revision } })
      return outcomeOf(old)
    },

    async undo(slug, revision, actor) {
      const [newest, last] = await edits.history(kind, slug)
      // On a second undo the newest edit is the undo itself.
      if (last?.revision === revision && isDeepStrictEqual(find(slug), await before(slug, revision)))
        return outcomeOf(
          find(slug) ?? { slug, name: slug },
          !find(slug) ? 'removed' : last.action === 'remove' ? 'restored' : 'changed',
        )
      if (newest?.revision !== revision)
        throw new AppError(
          'conflict',
          'This collection has changed in the meantime. Review the current version before you undo anything.',
        )
      const back = await before(slug, revision)
      const current = find(slug)
      const name = current?.name ?? back?.name ?? slug
      const original = collections.original(slug)
      if (back && isDeepStrictEqual(back, original))
        await write({ key: slug, action: 'reset', actor, over: { revision } })
      else if (back)
        await write({ key: slug, action: 'save', data: await withoutLostImage(back), actor, over: { revision } })
      else await write({ key: slug, action: 'remove', actor, over: { revision } })
      return outcomeOf({ slug, name }, !back ? 'removed' : current ? 'changed' : 'restored')
    },
  }

  /** An image that has not been used for a long time is deleted; the rest of the collection is restored without it. */
  async function withoutLostImage(collection: Collection): Promise<Collection> {
    const missing = await missingImage(collection.image ?? '', isStored)
    return missing.length > 0 ? { ...collection, image: '' } : collection
  }

  /** Returns the collection before an edit; undefined when it did not exist. */
  async function before(slug: string, revision: number): Promise<Collection | undefined> {
    const changes = await edits.history(kind, slug)
    const previous = changes[changes.findIndex((one) => one.revision === revision) + 1]
    if (previous?.action === 'save') return previous.data as Collection
    return previous?.action === 'remove' ? undefined : collections.original(slug)
  }

  return refusing(admin)
}

const addressTaken = 'Another collection already uses this web address. Choose a different one.'
// The web address is made from the name, so the field of the address is empty.
const nameTaken =
  'Another collection already uses the web address made from this name. Change the name, or enter a web address below.'

/** Converts database errors to `unavailable` errors in every method. */
function refusing(admin: CollectionAdminService): CollectionAdminService {
  const guarded =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    (...args: Args) =>
      withUnavailableError(() => run(...args))
  return {
    list: admin.list,
    listDeleted: guarded(admin.listDeleted),
    history: guarded(admin.history),
    create: guarded(admin.create),
    save: guarded(admin.save),
    setStatus: guarded(admin.setStatus),
    remove: guarded(admin.remove),
    undo: guarded(admin.undo),
  }
}
