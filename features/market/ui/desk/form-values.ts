import type { CollectionRow } from '#features/market/contract.ts'
import type { OpenForm } from './act-on-collections.ts'

/** The form of a collection that is not there yet. */
export const newForm: OpenForm = {
  slug: 'new',
  revision: '',
  values: { name: '', slug: '', description: '', artistSlug: '', minted: '0', supply: '', status: 'active', url: '' },
  problems: {},
}

/** The form of a collection as it is now. */
export function formOf({ slug, revision, ...collection }: CollectionRow): OpenForm {
  const { name, description, artistSlug = '', minted, supply, status, url } = collection
  const values = { name, slug, description, artistSlug, minted: String(minted), supply: String(supply), status, url }
  return { slug, revision: revision === undefined ? '' : String(revision), values, problems: {} }
}
