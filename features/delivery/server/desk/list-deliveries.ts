import { emailSearchKey } from '#shared/email-address.ts'
import type { Executor } from '#platform/database/open-database.ts'
import {
  type DeliveryState,
  countCopies,
  countErasedCopies,
  type DeliveryRow,
  listCopies,
  listErasedCopies,
  listKnownCopies,
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

/** A search that finds more than so many is one to be narrowed, not to be read to its end. */
const mostFound = 1000
/**
 * So many people are looked up one by one; where there are more, going through the copies soon finds enough of them.
 */
const mostPeople = 3000

/**
 * Copies of one issue, for the desk; those that need somebody's eye first. Fast however many there are, and however far
 * back one reads.
 */
export async function listDeliveries(db: Executor, { q, ...wanted }: Wanted): Promise<Found> {
  if (q) return search(db, wanted, emailSearchKey(q).toLowerCase())
  if (!wanted.state) return listAll(db, wanted)
  const [items, total] = await Promise.all([listCopies(db, wanted, wanted), countCopies(db, wanted)])
  return { items, total, isMore: false }
}

async function search(db: Executor, { issueId, state, limit, offset }: Wanted, words: string): Promise<Found> {
  const people = await listPeopleByAddress(db, words, mostPeople + 1)
  const filter = people.length > mostPeople ? { issueId, state, words } : { issueId, state, people }
  const part = { limit: Math.max(0, Math.min(limit, mostFound - offset)), offset: Math.min(offset, mostFound) }
  const [items, counted] = await Promise.all([listCopies(db, filter, part), countCopies(db, filter, mostFound + 1)])
  return { items, total: Math.min(counted, mostFound), isMore: counted > mostFound }
}

async function listAll(db: Executor, { issueId, limit, offset }: Wanted): Promise<Found> {
  const [total, uncertain] = await Promise.all([
    countCopies(db, { issueId }),
    countCopies(db, { issueId, state: 'uncertain' }),
  ])
  if (uncertain > 0) {
    const first = offset < uncertain ? await listCopies(db, { issueId, state: 'uncertain' }, { limit, offset }) : []
    const rest = { limit: limit - first.length, offset: Math.max(0, offset - uncertain) }
    return {
      items: [...first, ...(rest.limit > 0 ? await listCopies(db, { issueId, notState: 'uncertain' }, rest) : [])],
      total,
      isMore: false,
    }
  }
  const known = await listKnownCopies(db, issueId, { limit, offset })
  if (known.length === limit || offset + known.length >= total) return { items: known, total, isMore: false }
  const knownCount = total - (await countErasedCopies(db, issueId))
  const erased = await listErasedCopies(db, issueId, {
    limit: limit - known.length,
    offset: Math.max(0, offset - knownCount),
  })
  return { items: [...known, ...erased], total, isMore: false }
}
