import { emailSearchKey } from '#shared/email-address.ts'
import type { Executor } from '#platform/database/open-database.ts'
import {
  type DeliveryState,
  countDeliveryRows,
  countErasedRecipients,
  type DeliveryRow,
  listDeliveryRows,
  listErasedRecipients,
  listKnownRecipients,
  listPeopleByAddress,
} from './queries.ts'

type Wanted = {
  issueId: string
  state?: DeliveryState | undefined
  q?: string | undefined
  limit: number
  offset: number
}
/** `isMore`: a search found more than `total`, which is neither counted nor shown. */
type Found = { items: DeliveryRow[]; total: number; isMore: boolean }

/** Maximum number of search results; a longer search narrows the list further. */
const maxFound = 1000
/**
 * Up to this many subscribers are looked up by id; with more, a scan of the deliveries finds enough of them quickly.
 */
const maxPeople = 3000

/** Lists the deliveries of one issue for the admin, uncertain ones first; fast for any size and page. */
export async function listDeliveries(db: Executor, { q, ...wanted }: Wanted): Promise<Found> {
  if (q) return search(db, wanted, emailSearchKey(q).toLowerCase())
  if (!wanted.state) return listAll(db, wanted)
  const [items, total] = await Promise.all([listDeliveryRows(db, wanted, wanted), countDeliveryRows(db, wanted)])
  return { items, total, isMore: false }
}

async function search(db: Executor, { issueId, state, limit, offset }: Wanted, words: string): Promise<Found> {
  const people = await listPeopleByAddress(db, words, maxPeople + 1)
  const filter = people.length > maxPeople ? { issueId, state, words } : { issueId, state, people }
  const part = { limit: Math.max(0, Math.min(limit, maxFound - offset)), offset: Math.min(offset, maxFound) }
  const [items, counted] = await Promise.all([
    listDeliveryRows(db, filter, part),
    countDeliveryRows(db, filter, maxFound + 1),
  ])
  return { items, total: Math.min(counted, maxFound), isMore: counted > maxFound }
}

async function listAll(db: Executor, { issueId, limit, offset }: Wanted): Promise<Found> {
  const [total, uncertain] = await Promise.all([
    countDeliveryRows(db, { issueId }),
    countDeliveryRows(db, { issueId, state: 'uncertain' }),
  ])
  if (uncertain > 0) {
    const first =
      offset < uncertain ? await listDeliveryRows(db, { issueId, state: 'uncertain' }, { limit, offset }) : []
    const rest = { limit: limit - first.length, offset: Math.max(0, offset - uncertain) }
    return {
      items: [
        ...first,
        ...(rest.limit > 0 ? await listDeliveryRows(db, { issueId, notState: 'uncertain' }, rest) : []),
      ],
      total,
      isMore: false,
    }
  }
  const known = await listKnownRecipients(db, issueId, { limit, offset })
  if (known.length === limit || offset + known.length >= total) return { items: known, total, isMore: false }
  const knownCount = total - (await countErasedRecipients(db, issueId))
  const erased = await listErasedRecipients(db, issueId, {
    limit: limit - known.length,
    offset: Math.max(0, offset - knownCount),
  })
  return { items: [...known, ...erased], total, isMore: false }
}
