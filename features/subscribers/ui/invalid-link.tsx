import { useTranslations } from 'use-intl/react'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'

/** Page for a link with an unknown token. */
export function InvalidLink() {
  const t = useTranslations('subscribers.invalidLink')
  return (
    <NoticePage
      figure="newsletter"
      kicker="404"
      title={t('title')}
      actions={<ButtonLink to="/newsletter">{t('newsletter')}</ButtonLink>}
    >
      {t('text')}
    </NoticePage>
  )
}
