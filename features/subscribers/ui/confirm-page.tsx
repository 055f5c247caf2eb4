import { data, Form } from 'react-router'
import { servicesContext } from '#shared/services.ts'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import type { Route } from './+types/confirm-page.ts'
import { InvalidLink } from './invalid-link.tsx'

export const meta = () => [{ title: pageTitle('Confirm your address') }, { name: 'robots', content: 'noindex' }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const subscriber = await context.get(servicesContext).subscribers.findByToken(params.token)
  return data(subscriber, { status: subscriber ? 200 : 404 })
}

export async function action({ params, context }: Route.ActionArgs) {
  const subscriber = await context.get(servicesContext).subscribers.confirm(params.token)
  return data(null, { status: subscriber ? 200 : 404 })
}

/** Page behind the link of the confirmation email. Only its button confirms, opening it does not. */
export default function ConfirmPage({ loaderData: subscriber }: Route.ComponentProps) {
  if (!subscriber) return <InvalidLink />
  if (subscriber.status === 'subscribed') {
    return (
      <NoticePage
        figure="newsletter"
        kicker="The Friday newsletter"
        title="You’re subscribed"
        actions={<ButtonLink to="/">Back to Home</ButtonLink>}
      >
        {`We send the newsletter to ${subscriber.maskedEmail} every Friday at 9 AM EST.`}
      </NoticePage>
    )
  }
  return (
    <NoticePage
      figure="newsletter"
      kicker="The Friday newsletter"
      title="Confirm your address"
      actions={
        <Form method="post">
          <button type="submit" className={buttonClass('primary')}>
            {' '}
            Confirm my address{' '}
          </button>
        </Form>
      }
    >
      {`Confirm to get one newsletter a week at ${subscriber.maskedEmail}, every Friday at 9 AM EST.`}
    </NoticePage>
  )
}
