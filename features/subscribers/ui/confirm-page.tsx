import { data } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { pageMessages, pageTranslator } from '#shared/messages.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { unlistedMeta } from '#ui/page-meta.ts'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import type { Route } from './+types/confirm-page.ts'
import { preferencesPath } from '#features/subscribers/preferences.ts'
import { InvalidLink } from './invalid-link.tsx'
import { FrequencyText, SuppressedPage } from './subscription-notices.tsx'

export const handle: PageHandle = { isTranslated: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => unlistedMeta(matches, loaderData.title)

export async function loader({ params, context }: Route.LoaderArgs) {
  const { subscribers, newsletterTerms } = context.get(servicesContext)
  const subscriber = await subscribers.findByToken(params.token)
  return data(
    {
      subscriber,
      hasDigest: newsletterTerms.current().hasDigest,
      title: pageTranslator(context)('subscribers.head.confirm'),
      ...pageMessages(context, 'subscribers.confirm', 'subscribers.unsubscribe', 'subscribers.invalidLink'),
    },
    { status: subscriber ? 200 : 404 },
  )
}

export async function action({ params, context }: Route.ActionArgs) {
  const subscriber = await context.get(servicesContext).subscribers.confirm(params.token)
  return data(null, { status: subscriber ? 200 : 404 })
}

/** Page behind the link of the confirmation email. Only its button confirms, opening it does not. */
export default function ConfirmPage({ loaderData: { subscriber, hasDigest }, params }: Route.ComponentProps) {
  const t = useTranslations('subscribers.confirm')
  if (!subscriber) return <InvalidLink />
  if (subscriber.status === 'suppressed') return <SuppressedPage email={subscriber.maskedEmail} />
  // The text asks for a choice that is made on the preferences page.
  const choosesThere = subscriber.frequency === 'monthly' && !hasDigest
  if (subscriber.status === 'subscribed') {
    return (
      <NoticePage
        figure="newsletter"
        kicker={t('kicker')}
        title={t('subscribed')}
        actions={
          choosesThere ? (
            <ButtonLink to={preferencesPath(params.token)}>{t('preferences')}</ButtonLink>
          ) : (
            <ButtonLink to="/">{t('home')}</ButtonLink>
          )
        }
      >
        <FrequencyText subscriber={subscriber} isMade hasDigest={hasDigest} />
      </NoticePage>
    )
  }
  return (
    <NoticePage
      figure="newsletter"
      kicker={t('kicker')}
      title={t('title')}
      actions={
        <>
          <PostForm>
            <SubmitButton variant="primary">{t('confirm')}</SubmitButton>
          </PostForm>
          {choosesThere ? (
            <ButtonLink to={preferencesPath(params.token)} variant="bare">
              {t('preferences')}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      <FrequencyText subscriber={subscriber} isMade={false} hasDigest={hasDigest} />
    </NoticePage>
  )
}
