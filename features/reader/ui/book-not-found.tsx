import { useTranslations } from 'use-intl/react'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'

/** Page for an unknown book. */
export function BookNotFound() {
  const t = useTranslations('reader.notFound')
  return (
    <NoticePage
      figure="book-not-found"
      kicker="404"
      title={t('title')}
      actions={
        <ButtonLink to="/books" variant="primary">
          {t('back')}
        </ButtonLink>
      }
    >
      {t('text')}
    </NoticePage>
  )
}
