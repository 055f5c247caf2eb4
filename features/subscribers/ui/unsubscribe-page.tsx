import { data } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { pageMessages, pageTranslator } from '#shared/messages.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { unlistedMeta } from '#ui/page-meta.ts'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import { preferencesPath } from '#features/subscribers/preferences.ts'
import type { Route } from './+types/unsubscribe-page.ts'
import { InvalidLink } from './invalid-link.tsx'
import { FrequencyText, SuppressedPage } from './subscription-notices.tsx'

export const handle: PageHandle = { isTranslated: true, takesForeignForms: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => unlistedMeta(matches, loaderData.title)

/** Changes nothing, because link scanners open pages too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { subscribers, newsletterTerms } = context.get(servicesContext)
  const subscriber = await subscribers.findByToken(params.token)
  return data(
    {
      subscriber,
      hasDigest: newsletterTerms.current().hasDigest,
      title: pageTranslator(context)('subscribers.head.unsubscribe'),
      ...pageMessages(context, 'subscribers.unsubscribe', 'subscribers.confirm', 'subscribers.invalidLink'),
    },
    { status: subscriber ? 200 : 404 },
  )
}

export async function action({ params, context, request }: Route.ActionArgs) {
  const { subscribers } = context.get(servicesContext)
  const isResubscribing = (await request.formData()).get('act') === 'resubscribe'
  const subscriber = isResubscribing
    ? await subscribers.confirm(params.token)
    : await subscribers.unsubscribe(params.token, 'page')
  return data(
    { isResubscribed: isResubscribing && subscriber?.status === 'subscribed' },
    { status: subscriber ? 200 : 404 },
  )
}

/** Page behind the unsubscribe link of every issue. */
export default function UnsubscribePage({
  loaderData: { subscriber, hasDigest },
  actionData,
  params,
}: Route.ComponentProps) {
  const t = useTranslations('subscribers.unsubscribe')
  if (!subscriber) return <InvalidLink isForLeaving />
  const email = subscriber.maskedEmail
  if (subscriber.status === 'suppressed') return <SuppressedPage email={email} />
  // Otherwise the page would answer a new subscription with the question whether to end it.
  if (actionData?.isResubscribed && subscriber.status === 'subscribed') {
    return (
      <NoticePage
        figure="newsletter"
        kicker={t('kicker')}
        title={t('resubscribed')}
        actions={<ButtonLink to={preferencesPath(params.token)}>{t('preferences')}</ButtonLink>}
      >
        <FrequencyText subscriber={subscriber} isMade hasDigest={hasDigest} />
      </NoticePage>
    )
  }
  // Without the digest, weekly readers have no other frequency.
  const hasChoice = hasDigest || subscriber.frequency === 'monthly'
  const isUnsubscribed = subscriber.status === 'unsubscribed'
  return (
    <NoticePage
      figure="newsletter"
      kicker={t('kicker')}
      title={isUnsubscribed ? t('unsubscribed') : t('title')}
      actions={
        <>
          <PostForm>
            <input type="hidden" name="act" value={isUnsubscribed ? 'resubscribe' : 'unsubscribe'} />
            <SubmitButton variant={isUnsubscribed ? 'quiet' : 'primary'}>
              {isUnsubscribed ? t('again') : t('unsubscribe')}
            </SubmitButton>
          </PostForm>
          <ButtonLink to={preferencesPath(params.token)} variant="bare">
            {t(isUnsubscribed ? 'data' : hasChoice ? 'frequency' : 'preferences')}
          </ButtonLink>
        </>
      }
    >
      {isUnsubscribed ? t('unsubscribedText', { email }) : t('text', { email })}
    </NoticePage>
  )
}
