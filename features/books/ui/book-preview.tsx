import { useTranslations } from 'use-intl/react'
import { Prose } from '#ui/prose.tsx'
import type { Book } from '#features/books/contract.ts'

/** Preview box: the excerpt and the table of contents, in the language of the book on every page. */
export function BookPreview({ book }: { book: Book }) {
  const t = useTranslations('books.book')
  const shared = useTranslations('books.shared')
  return (
    <section aria-labelledby="preview-heading" className="border-t border-groove bg-plate-raised">
      <div className="wrap grid gap-x-8 gap-y-12 py-16 md:py-24 lg:grid-cols-12">
        <div className="flex flex-col gap-8 lg:col-span-6 lg:col-start-2">
          <h2 id="preview-heading" className="heading">
            {t('preview')}
          </h2>
          <div className="flex flex-col gap-5 border-l border-groove pl-6 md:pl-8">
            <h3 className="label text-dust">{t('excerpt')}</h3>
            <div lang="en">
              <Prose text={book.excerpt} className="text-lead" />
            </div>
          </div>
        </div>
        <div className="flex flex-col gap-5 lg:col-span-4 lg:col-start-9">
          <h3 className="label text-dust">{t('contents')}</h3>
          <ol lang="en" className="divide-y divide-groove border-y border-groove">
            {book.contents.map((chapter, index) => (
              <li key={chapter} className="grid grid-cols-[2.75rem_minmax(0,1fr)] items-baseline py-3.5">
                <span aria-hidden="true" className="label text-dust">
                  {String(index + 1).padStart(2, '0')}
                </span>
                {chapter}
              </li>
            ))}
          </ol>
          {book.pages > 0 ? (
            <p className="figures text-small text-dust">{shared('pages', { count: book.pages })}</p>
          ) : null}
        </div>
      </div>
    </section>
  )
}
