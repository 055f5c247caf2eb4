import { useReaderStoreIfAny } from '../reader-context.tsx'

/** Leads to the page on which a chapter begins: in the open book at once, from elsewhere by its address. */
export function ChapterPage({ bookId, page }: { bookId: string; page: number }) {
  const store = useReaderStoreIfAny()
  return (
    <a
      href={`/book/${bookId}/read?page=${page}`}
      className="label inline-flex min-h-11 w-fit items-center text-dust underline underline-offset-4 hover:text-sand"
      onClick={(event) => {
        // Whatever a browser does with a link otherwise, such as a new tab, stays its own.
        if (!store?.isReadable(page) || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        store.scrollTo(page)
        document.querySelector<HTMLElement>('[data-pages]')?.focus()
      }}
    >
      Begins on page {page}
    </a>
  )
}
