import { Download } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { ButtonAnchor } from '#ui/button.tsx'
import type { Book } from '#features/books/contract.ts'
import { pdfAddress } from './price.tsx'

/** Download of the free book's PDF; nothing for a draft without one. */
export function FreeAccess({ book }: { book: Book }) {
  const t = useTranslations('books.book')
  if (book.pages === 0) return null
  return (
    <section aria-labelledby="access-heading" className="border-t border-groove py-16 md:py-24" data-print="hide">
      <div className="wrap grid lg:grid-cols-12 lg:gap-x-8">
        <div className="flex flex-col items-start gap-6 border border-groove bg-plate-raised p-6 md:p-12 lg:col-span-9 lg:col-start-3">
          <h2 id="access-heading" className="heading">
            {t('access')}
          </h2>
          <p className="measure text-lead text-sand/85">{t('accessText', { count: book.pages })}</p>
          <ButtonAnchor href={pdfAddress(book.id)} download variant="primary">
            <Download size={16} />
            {t('downloadFull')}
          </ButtonAnchor>
        </div>
      </div>
    </section>
  )
}
