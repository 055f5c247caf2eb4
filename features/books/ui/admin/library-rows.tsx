import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useNavigation, useSubmit } from 'react-router'
import { formatUsd } from '#shared/money.ts'
import { SampleBadge } from '#ui/admin/sample-badge.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import { PostForm } from '#ui/post-form.tsx'
import { Tag } from '#ui/tag.tsx'
import { useSending } from '#ui/use-sending.ts'
import type { BookRow } from '#features/books/admin.ts'
import { DragHandle, dragClass } from './drag-handle.tsx'
import { moved, useDragOrder } from './use-drag-order.ts'

/**
 * The books of one page. Rows are reordered by dragging or with two buttons.
 *
 * @param samples Ids of the books that are sample content.
 * @param total Number of all books, on every page.
 * @param canMove False while a search hides some of them.
 */
export function LibraryRows({
  books,
  samples,
  total,
  canMove,
}: {
  books: BookRow[]
  samples: readonly string[]
  total: number
  canMove: boolean
}) {
  const submit = useSubmit()
  const moving = usePendingMove()
  const shown = moving ? inNewOrder(books, moving) : books
  const focus = useFocusAfterMove(books)
  const { isSending } = useSending()
  const { list, handle, edgeOf, isDragged } = useDragOrder((from, to) => {
    // Its positions would be those before the move that is being sent.
    if (isSending) return
    const { id, title, position } = shown[from]!
    void submit(
      { act: 'move', id, title, from: position, place: shown[to]!.position },
      { method: 'post', preventScrollReset: true },
    )
  })
  return (
    <ol ref={list} aria-label="Books" className="border-t border-groove">
      {shown.map((book, index) => (
        <li
          key={book.id}
          className={`flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-groove py-3 ${dragClass(isDragged(index), edgeOf(index))}`}
        >
          {canMove ? <DragHandle {...handle(index)} /> : null}
          <Figure
            slug={book.id}
            image={book.coverImage}
            width={88}
            sizes="44px"
            className="size-11 shrink-0 border border-groove object-cover"
          />
          <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
            <Link
              to={`/admin/books/${book.id}`}
              className="flex min-h-11 items-center text-lead [overflow-wrap:anywhere] hover:text-live"
            >
              {book.title || 'Untitled'}
            </Link>
            <p className="flex flex-wrap gap-2">
              <Tag>{book.isPublished ? 'Published' : 'Draft'}</Tag>
              {samples.includes(book.id) ? <SampleBadge /> : null}
              {book.isPublished && book.hasDraft ? <Tag>Unpublished changes</Tag> : null}
            </p>
          </div>
          <Facts book={book} />
          <div className="flex flex-wrap items-center gap-2">
            {canMove ? (
              <>
                <MoveButton book={book} by={-1} isOff={book.position === 1} onPress={focus} />
                <MoveButton book={book} by={1} isOff={book.position === total} onPress={focus} />
              </>
            ) : null}
            <Link to={`/admin/orders?q=${encodeURIComponent(book.title)}`} className={buttonClass('quiet')}>
              Orders<span className="sr-only"> for {book.title}</span>
            </Link>
          </div>
        </li>
      ))}
    </ol>
  )
}

function Facts({ book: { position, isFree, priceCents, pages, chapters } }: { book: BookRow }) {
  const facts = [
    ['Position', String(position)],
    ['Price', isFree ? 'FREE' : priceCents === 0 ? 'not set' : formatUsd(priceCents)],
    ['Pages', String(pages)],
    ['Chapters', String(chapters)],
  ]
  return (
    <dl className="grid w-full max-w-96 grid-cols-4 gap-x-4 sm:w-auto">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-16">
          <dt className="label text-dust">{name}</dt>
          <dd className="figures text-small">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function MoveButton({
  book,
  by,
  isOff,
  onPress,
}: {
  book: BookRow
  by: 1 | -1
  isOff: boolean
  onPress(buttonId: string): void
}) {
  const { isSending } = useSending()
  const Sign = by < 0 ? ArrowUp : ArrowDown
  const id = `move-${by < 0 ? 'up' : 'down'}-${book.id}`
  return (
    <PostForm onSubmit={() => onPress(id)}>
      {Object.entries({
        act: 'move',
        id: book.id,
        title: book.title,
        from: book.position,
        place: book.position + by,
      }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        id={id}
        type="submit"
        aria-disabled={isOff || isSending}
        onClick={(event) => isOff && event.preventDefault()}
        className={buttonClass('quiet', 'size-11 !p-0')}
      >
        <Sign size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className="sr-only">
          Move {book.title} {by < 0 ? 'up' : 'down'}
        </span>
      </button>
    </PostForm>
  )
}

/** Returns the move that is being submitted. */
function usePendingMove(): { id: string; place: number } | undefined {
  const { formData } = useNavigation()
  return formData?.get('act') === 'move'
    ? { id: String(formData.get('id')), place: Number(formData.get('place')) }
    : undefined
}

// Shows the new order before the server has answered.
function inNewOrder(books: BookRow[], { id, place }: { id: string; place: number }): BookRow[] {
  const from = books.findIndex((book) => book.id === id)
  const first = books[0]?.position ?? 1
  const to = Math.max(0, Math.min(books.length - 1, place - first))
  return from < 0 ? books : moved(books, from, to).map((book, index) => ({ ...book, place: first + index }))
}

/** The focus moves with the row. */
function useFocusAfterMove(books: BookRow[]): (buttonId: string) => void {
  const pressed = useRef<string>(undefined)
  useEffect(() => {
    if (pressed.current) document.getElementById(pressed.current)?.focus({ preventScroll: true })
    pressed.current = undefined
  }, [books])
  return (buttonId) => (pressed.current = buttonId)
}
