import { data, Form } from 'react-router'
import { servicesContext } from '#shared/services.ts'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import { preferencesPath } from '#features/subscribers/preferences.ts'
import type { Route } from './+types/unsubscribe-page.ts'
import { UnknownLink } from './unknown-link.tsx'

export const meta = () => [{ title: pageTitle('Unsubscribe') }, { name: 'robots', content: 'noindex' }]

/** Opening the page changes nothing: link scanners open pages too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const subscriber = await context.get(servicesContext).subscribers.findByToken(params.token)
  return data(subscriber, { status: subscriber ? 200 : 404 })
}

export async function action({ params, context, request }: Route.ActionArgs) {
  const { subscribers } = context.get(servicesContext)
  const back = (await request.formData()).get('act') === 'come-back'
  const subscriber = back
    ? await subscribers.confirm(params.token)
    : await subscribers.unsubscribe(params.token, 'page')
  return data(null, { status: subscriber ? 200 : 404 })
}

/** Where the unsubscribe link of every letter leads. */
export default function UnsubscribePage({ loaderData: subscriber, params }: Route.ComponentProps) {
  if (!subscriber) return <UnknownLink />
  if (subscriber.status === 'suppressed') {
    return (
      <NoticePage
        figure="newsletter"
        kicker="The Friday letter"
        title="No letters go here"
        actions={<ButtonLink to="/">Back to Home</ButtonLink>}
      >
        {`Mail to ${subscriber.maskedEmail} came back or was marked as unwanted, so we do not write to it any more.`}
      </NoticePage>
    )
  }
  const gone = subscriber.status === 'unsubscribed'
  return (
    <NoticePage
      figure="newsletter"
      kicker="The Friday letter"
      title={gone ? 'You are unsubscribed' : 'Leave the letter?'}
      actions={
        <>
          <Form method="post">
            <input type="hidden" name="act" value={gone ? 'come-back' : 'leave'} />
            <button type="submit" className={buttonClass(gone ? 'quiet' : 'primary')}>
              {gone ? 'Subscribe again' : 'Unsubscribe'}
            </button>
          </Form>
          <ButtonLink to={preferencesPath(params.token)} variant="bare">
            {gone ? 'What we know of you' : 'Change how often it comes'}
          </ButtonLink>
        </>
      }
    >
      {gone
        ? `${subscriber.maskedEmail} gets no more letters from us. If that was a slip, you can come back here.`
        : `One press, and ${subscriber.maskedEmail} gets no more letters from us.`}
    </NoticePage>
  )
}
