import { useTranslations } from 'use-intl/react'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import type { SubscriberView } from '#features/subscribers/preferences.ts'

/** Page for an address that gets no newsletters and cannot be subscribed again with a link. */
export function SuppressedPage({ email }: { email: string }) {
  const t = useTranslations('subscribers.unsubscribe')
  return (
    <NoticePage
      figure="newsletter"
      kicker={t('kicker')}
      title={t('suppressed')}
      actions={<ButtonLink to="/">{t('home')}</ButtonLink>}
    >
      {t('suppressedText', { email })}
    </NoticePage>
  )
}

/**
 * Sentence that says how often a subscriber gets the newsletter.
 *
 * @param isMade Whether the person is subscribed already; otherwise the sentence asks to confirm.
 * @param hasDigest Whether the monthly digest is sent.
 */
export function FrequencyText({
  subscriber: { maskedEmail: email, frequency },
  isMade,
  hasDigest,
}: {
  subscriber: SubscriberView
  isMade: boolean
  hasDigest: boolean
}) {
  const t = useTranslations('subscribers.confirm')
  if (frequency === 'monthly' && !hasDigest) return t('digestPaused')
  return t(isMade ? 'subscribedText' : 'text', { email, frequency })
}
