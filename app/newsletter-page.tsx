import { data, redirect } from 'react-router'
import { clientAddressOf } from '#shared/client-address.ts'
import { isAppError } from '#shared/errors.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import { pageOf } from '#ui/pager.tsx'
import { issuesPerArchivePage } from '#features/issues/contract.ts'
import { subscribeBodySchema } from '#features/subscribers/contract.ts'
import { SignUpForm } from '#features/subscribers/ui/sign-up-form.tsx'
import { schedulePromise, SignUpTerms } from '#features/subscribers/ui/sign-up-terms.tsx'
import type { Route } from './+types/newsletter-page.ts'
import { IssueList } from '#features/issues/ui/archive/issue-list.tsx'
import { issueListData, periodicalData, feedLink } from '#features/issues/ui/archive/structured-data.ts'

/** Confirmation states of the page. */
const states = ['done', 'erased'] as const

export const handle: PageHandle = {
  cache: 'public',
  nav: { label: 'Newsletter', in: ['menu', 'footer'] },
  // Enough pages for the issues of forty years; the archive limits the actual number.
  search: { state: ['done', 'erased'], page: Array.from({ length: 99 }, (_, index) => String(index + 2)) },
  sitemap: () => ({
    title: 'The Friday newsletter',
    summary: 'Sign up for the weekly newsletter, or read every issue so far.',
  }),
  shareImages: { newsletter: { title: 'The Friday newsletter', kicker: 'Weekly' } },
}

export function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const issues = context.get(servicesContext).issueArchive.list()
  const pageCount = Math.max(1, Math.ceil(issues.length / issuesPerArchivePage))
  const page = pageOf(searchParams)
  if (page > pageCount) throw data(null, { status: 404 })
  return {
    state: states.find((state) => state === searchParams.get('state')),
    issues: issues.slice((page - 1) * issuesPerArchivePage, page * issuesPerArchivePage),
    total: issues.length,
    page,
    pageCount,
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { page, issues } = loaderData
  return [
    ...pageMeta(matches, {
      path: page > 1 ? `/newsletter?page=${page}` : '/newsletter',
      title: page > 1 ? `The Friday newsletter, page ${page}` : 'The Friday newsletter',
      description: `A weekly newsletter on AI music and creative technology: new on the radio, new releases and tools worth knowing. ${schedulePromise}.`,
      image: '/share/page/newsletter.png',
      jsonLd: (origin) => [
        breadcrumbs(origin, [{ name: 'The Friday newsletter', path: '/newsletter' }]),
        periodicalData(origin),
        ...(issues.length > 0 ? [issueListData(origin, issues)] : []),
      ],
    }),
    feedLink,
  ]
}

/** Handles the sign-up form without JavaScript and responds with a page that shows the result. */
export async function action({ request, context }: Route.ActionArgs) {
  const fields = Object.fromEntries(await request.formData())
  const typed = { email: text(fields.email), firstName: text(fields.first_name), lastName: text(fields.last_name) }
  const input = subscribeBodySchema.safeParse(fields)
  if (!input.success) {
    return data(
      { ...typed, isRefused: true, detail: input.error.issues[0]?.message ?? 'Check the form and try again.' },
      { status: 400 },
    )
  }
  try {
    await context
      .get(servicesContext)
      .subscribers.subscribe(input.data, { form: 'page', clientAddress: clientAddressOf(request) })
  } catch (error) {
    if (!isAppError(error)) throw error
    const headers: HeadersInit =
      error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }
    return data({ ...typed, isRefused: error.status === 400, detail: error.message }, { status: error.status, headers })
  }
  return redirect('/newsletter?state=done', 303)
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

/** Newsletter page with the sign-up form and the archive. */
export default function ArchivePage({
  loaderData: { state, issues, total, page, pageCount },
  actionData,
}: Route.ComponentProps) {
  if (state) return <PreferencesStatus state={state} />
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="newsletter"
        kicker="Weekly"
        title="The Friday newsletter"
        lead="New on the radio, what we made, and a few tools worth knowing. One issue a week, written to be read."
      />
      <div className="wrap grid gap-10 pb-16 md:pb-24 lg:grid-cols-12">
        <div className="lg:col-span-6 lg:col-start-3">
          <SignUpForm refused={actionData} />
        </div>
        <SignUpTerms className="lg:col-span-3 lg:col-start-10" />
      </div>
      <IssueList issues={issues} total={total} page={page} pageCount={pageCount} />
    </main>
  )
}

function PreferencesStatus({ state }: { state: 'done' | 'erased' }) {
  return state === 'done' ? (
    <NoticePage
      figure="newsletter"
      kicker="The Friday newsletter"
      title="Check your inbox"
      actions={<ButtonLink to="/">Back to Home</ButtonLink>}
    >
      We sent a message to your email address. Your first issue arrives on Friday at{' '}
      <span className="whitespace-nowrap">9 AM EST</span>.
    </NoticePage>
  ) : (
    <NoticePage
      figure="newsletter"
      kicker="The Friday newsletter"
      title="Your data is deleted"
      actions={<ButtonLink to="/">Back to Home</ButtonLink>}
    >
      Your email address, your name and everything else the newsletter stored about you are deleted. Only a hash of your
      address remains. It cannot be read back, and it prevents anybody from adding you to the list again.
    </NoticePage>
  )
}

function text(value: FormDataEntryValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
