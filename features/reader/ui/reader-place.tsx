import { useDeferredValue, useEffect, useRef } from 'react'
import type { Book } from '#features/books/contract.ts'
import type { ReaderOpening } from '#features/reader/contract.ts'
import { useReader } from './reader-context.tsx'
import { ReaderFrame } from './reader-frame.tsx'
import './reader.css'
import { WithoutScript } from './without-script.tsx'

/** Where the pages are, or will be: the same size before and after, so that nothing moves. */
export function ReaderPlace({ book, opening }: { book: Book; opening: ReaderOpening | undefined }) {
  // Made in pieces while the button already says that it was pressed.
  const isOpen = useDeferredValue(useReader((state) => state.status !== 'idle'))
  const place = useRef<HTMLElement>(null)

  // Whoever opened the book goes on with its pages: they come into sight, and the keys that were at the button are theirs.
  useEffect(() => {
    if (!isOpen || !place.current) return
    const { activeElement } = document
    const pages = place.current.querySelector<HTMLElement>('[data-pages]')
    if (activeElement instanceof HTMLButtonElement) pages?.focus({ preventScroll: true })
    if (place.current.getBoundingClientRect().bottom > innerHeight) place.current.scrollIntoView({ block: 'start' })
  }, [isOpen])

  return (
    <section ref={place} aria-label="Reader" className="-scroll-mt-8 md:-scroll-mt-7 pb-16 md:wrap md:pb-24" data-print="hide">
      <noscript>
        <WithoutScript book={book} opening={opening} />
      </noscript>
      <div className="noscript:hidden">{isOpen ? <ReaderFrame /> : <Unopened />}</div>
    </section>
  )
}

// A plate of the page's proportions with lines where words will be; as high as the reader with its tools.
function Unopened() {
  return (
    <div
      aria-hidden="true"
      className="flex reader-frame h-[calc(var(--pages-height)+8.625rem)] justify-center overflow-hidden border border-groove px-2 pt-16 md:h-[calc(var(--pages-height)+5.75rem)]"
    >
      <div className="flex aspect-[148/210] h-fit w-full max-w-[816px] flex-col gap-5 border border-groove bg-plate-raised px-[12%] pt-[12%]">
        <span className="mb-6 h-6 w-2/5 bg-groove/60" />
        {lineWidths.map((width, index) => (
          <span key={index} className="h-px bg-groove" style={{ width: `${width}%` }} />
        ))}
      </div>
    </div>
  )
}

const lineWidths = [96, 100, 92, 98, 100, 94, 99, 61, 97, 100, 95, 99, 93, 98, 44]
