import { useTranslations } from 'use-intl/react'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'

/**
 * Page for a link with an unknown token.
 *
 * @param isForLeaving The page is one where people unsubscribe, so that it does not suggest subscribing again.
 */
export function InvalidLink({ isForLeaving = false }: { isForLeaving?: boolean }) {
  const t = useTranslations('subscribers.invalidLink')
  return (
    <NoticePage
      figure="newsletter"
      kicker="404"
      title={t('title')}
      actions={<ButtonLink to="/newsletter">{t('newsletter')}</ButtonLink>}
    >
      {t(isForLeaving ? 'textForLeaving' : 'text')}
    </NoticePage>
  )
}
