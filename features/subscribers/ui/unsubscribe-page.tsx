import { data, Form } from 'react-router'
import { servicesContext } from '#shared/services.ts'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { preferencesPath } from '#features/subscribers/preferences.ts'
import type { Route } from './+types/unsubscribe-page.ts'
import { InvalidLink } from './invalid-link.tsx'

export const meta = () => [{ title: pageTitle('Unsubscribe') }, { name: 'robots', content: 'noindex' }]

/** Changes nothing, because link scanners open pages, too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const subscriber = await context.get(servicesContext).subscribers.findByToken(params.token)
  return data(subscriber, { status: subscriber ? 200 : 404 })
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
export default function UnsubscribePage({ loaderData: subscriber, params }: Route.ComponentProps) {
  if (!subscriber) return <InvalidLink />
  if (subscriber.status === 'suppressed') {
    return (
      <NoticePage
        figure="newsletter"
        kicker="The Friday newsletter"
        title="Sending is off for this address"
        actions={<ButtonLink to="/">Back to Home</ButtonLink>}
      >
        {`Emails to ${subscriber.maskedEmail} bounced or were reported as spam, so we no longer send any.`}
      </NoticePage>
    )
  }
  const isUnsubscribed = subscriber.status === 'unsubscribed'
  return (
    <NoticePage
      figure="newsletter"
      kicker="The Friday newsletter"
      title={isUnsubscribed ? 'You are unsubscribed' : 'Unsubscribe from the newsletter?'}
      actions={
        <>
          <Form method="post">
            <input type="hidden" name="act" value={isUnsubscribed ? 'resubscribe' : 'unsubscribe'} />
            <button type="submit" className={buttonClass(isUnsubscribed ? 'quiet' : 'primary')}>
              {isUnsubscribed ? 'Subscribe again' : 'Unsubscribe'}
            </button>
          </Form>
          <ButtonLink to={preferencesPath(params.token)} variant="bare">
            {isUnsubscribed ? 'Your data' : 'Change frequency'}
          </ButtonLink>
        </>
      }
    >
      {isUnsubscribed
        ? `${subscriber.maskedEmail} gets no more newsletters. If this was a mistake, you can subscribe again.`
        : `${subscriber.maskedEmail} will get no more newsletters from us.`}
    </NoticePage>
  )
}
