import { data, Form } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { pageMessages, pageTranslator } from '#shared/messages.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { unlistedMeta } from '#ui/page-meta.ts'
import { preferencesPath } from '#features/subscribers/preferences.ts'
import type { Route } from './+types/unsubscribe-page.ts'
import { InvalidLink } from './invalid-link.tsx'

export const handle: PageHandle = { isTranslated: true, takesForeignForms: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => unlistedMeta(matches, loaderData.title)

/** Changes nothing, because link scanners open pages too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const subscriber = await context.get(servicesContext).subscribers.findByToken(params.token)
  return data(
    {
      subscriber,
      title: pageTranslator(context)('subscribers.head.unsubscribe'),
      ...pageMessages(context, 'subscribers.unsubscribe', 'subscribers.invalidLink'),
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
  return data(null, { status: subscriber ? 200 : 404 })
}

/** Page behind the unsubscribe link of every issue. */
export default function UnsubscribePage({ loaderData: { subscriber }, params }: Route.ComponentProps) {
  const t = useTranslations('subscribers.unsubscribe')
  if (!subscriber) return <InvalidLink />
  const email = subscriber.maskedEmail
  if (subscriber.status === 'suppressed') {
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
  const isUnsubscribed = subscriber.status === 'unsubscribed'
  return (
    <NoticePage
      figure="newsletter"
      kicker={t('kicker')}
      title={isUnsubscribed ? t('unsubscribed') : t('title')}
      actions={
        <>
          <Form method="post">
            <input type="hidden" name="act" value={isUnsubscribed ? 'resubscribe' : 'unsubscribe'} />
            <button type="submit" className={buttonClass(isUnsubscribed ? 'quiet' : 'primary')}>
              {isUnsubscribed ? t('again') : t('unsubscribe')}
            </button>
          </Form>
          <ButtonLink to={preferencesPath(params.token)} variant="bare">
            {isUnsubscribed ? t('data') : t('frequency')}
          </ButtonLink>
        </>
      }
    >
      {isUnsubscribed ? t('unsubscribedText', { email }) : t('text', { email })}
    </NoticePage>
  )
}
