import { data, redirect } from 'react-router'
import { clientAddressOf } from '#shared/client-address.ts'
import { isAppError } from '#shared/errors.ts'
import { servicesContext } from '#shared/services.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { pageMeta } from '#ui/page-meta.ts'
import { subscribeBodySchema } from '#features/newsletter/contract.ts'
import { schedulePromise } from '#features/newsletter/terms.ts'
import type { Route } from './+types/sign-up-page.ts'
import { SignUpForm } from './sign-up-form.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: '/newsletter',
    title: 'The Friday letter',
    description: `A weekly letter on AI music and creative technology: what went on the air, what was made, what is worth your weekend. ${schedulePromise}.`,
    image: '/share/page/newsletter.png',
    jsonLd: (origin) => [breadcrumbs(origin, [{ name: 'The Friday letter', path: '/newsletter' }])],
  })
}

export function loader({ request }: Route.LoaderArgs) {
  return { done: new URL(request.url).searchParams.get('state') === 'done' }
}

/** The way of a browser without script: what the form posts ends on a page that says what happened. */
export async function action({ request, context }: Route.ActionArgs) {
  const fields = Object.fromEntries(await request.formData())
  const typed = { email: text(fields.email), firstName: text(fields.first_name), lastName: text(fields.last_name) }
  const input = subscribeBodySchema.safeParse(fields)
  if (!input.success) return data({ ...typed, detail: input.error.issues[0]?.message ?? 'Please check what you typed.' }, { status: 400 })
  try {
    await context.get(servicesContext).newsletter.subscribe(input.data, { form: 'page', clientAddress: clientAddressOf(request) })
  } catch (error) {
    if (!isAppError(error)) throw error
    const headers: HeadersInit = error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }
    return data({ ...typed, detail: error.message }, { status: error.status, headers })
  }
  return redirect('/newsletter?state=done', 303)
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

/** Sign-up on a page of its own. */
export default function SignUpPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.done) {
    return (
      <NoticePage
        figure="newsletter"
        kicker="The Friday letter"
        title="Check your inbox"
        actions={<ButtonLink to="/">Back to Home</ButtonLink>}
      >
        We have written to the address you gave. The first letter follows on Friday at 9 AM EST.
      </NoticePage>
    )
  }
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="newsletter"
        kicker="Weekly"
        title="The Friday letter"
        lead="What went on the air, what we made, and the one or two tools worth your weekend. One letter a week, written to be read."
      />
      <div className="wrap grid pb-24 lg:grid-cols-12">
        <div className="lg:col-span-7 lg:col-start-3">
          <SignUpForm refused={actionData} />
        </div>
      </div>
    </main>
  )
}

function text(value: FormDataEntryValue | undefined): string {
  return typeof value === 'string' ? value.slice(0, 254) : ''
}
