import type { Database } from '#platform/database/open-database.ts'
import { AppError } from '#shared/errors.ts'
import type { Need, NeedSource } from '#features/owner/contract.ts'
import { editionName } from './edition.ts'
import { clearUnstamped, type EditionRow, listUnstamped } from './queries.ts'

const kind = 'unstamped-book'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A book as far as this list names it. `edition` is empty for the one that was taken in last. */
type SoldBook = { title: string; edition?: string | undefined }

/** Books whose buyers get their copy without the mark of their order, because the PDF takes none. */
export function createUnstampedNeeds({ db, findBook }: { db: Database['db']; findBook(bookId: string): SoldBook | undefined }): NeedSource {
  const isSold = ({ bookId, sha256, isCurrent }: EditionRow) => {
    const book = findBook(bookId)
    return book !== undefined && (book.edition ? book.edition === editionName(sha256) : isCurrent)
  }
  return {
    kinds: [kind],
    async list() {
      const editions = await listUnstamped(db)
      return editions.filter(isSold).map(({ id, bookId, unstampedAt }): Need => ({
        key: `${kind}:${id}`,
        harm: 'promise',
        title: `Copies of “${findBook(bookId)!.title}” go out without the buyer’s mark`,
        detail:
          'Its PDF is built in a way that takes no mark. Open it in a PDF program, save it as a new PDF, upload that one and publish the book.',
        since: unstampedAt!.toISOString(),
        act: { label: 'Mark as done', canUndo: false, told: 'Marked as done' },
        href: `/admin/books/${bookId}`,
      }))
    },
    async act(key) {
      const id = key.slice(kind.length + 1)
      if (!uuid.test(id) || !(await clearUnstamped(db, id))) throw new AppError('conflict', 'This has been done already.')
    },
    undo: () =>
      Promise.reject(new AppError('conflict', 'This cannot be undone. It comes back with the next copy that goes out without a mark.')),
  }
}
