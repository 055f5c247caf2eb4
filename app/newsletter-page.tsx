import { data, redirect } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { clientAddressOf } from '#shared/client-address.ts'
import { isAppError } from '#shared/errors.ts'
import { localeContext, pageMessages, pageTranslator, translateError } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import { pageOf } from '#ui/pager.tsx'
import { issuesPerArchivePage } from '#features/issues/contract.ts'
import { signUpFormOf, subscribeBodySchema } from '#features/subscribers/contract.ts'
import { SignUpForm } from '#features/subscribers/ui/sign-up-form.tsx'
import { SignUpTerms } from '#features/subscribers/ui/sign-up-terms.tsx'
import type { Route } from './+types/newsletter-page.ts'
import { IssueList } from '#features/issues/ui/archive/issue-list.tsx'
import { issueListData, periodicalData, feedLink } from '#features/issues/ui/archive/structured-data.ts'

/** Confirmation states of the page. */
const states = ['done', 'erased'] as const

export const handle: PageHandle = {
  cache: 'public',
  nav: { label: 'subscribers.nav', in: ['menu', 'footer'] },
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
  const t = pageTranslator(context)
  return {
    state: states.find((state) => state === searchParams.get('state')),
    issues: issues.slice((page - 1) * issuesPerArchivePage, page * issuesPerArchivePage),
    total: issues.length,
    page,
    pageCount,
    isTracked: context.get(servicesContext).newsletterTerms.current().isTracked,
    head: {
      name: t('subscribers.head.title'),
      title: page > 1 ? t('subscribers.head.page', { page }) : t('subscribers.head.title'),
      description: t('subscribers.head.description'),
      issues: t('issues.head.list'),
      feed: t('issues.feed'),
    },
    ...pageMessages(
      context,
      'subscribers.page',
      'subscribers.form',
      'subscribers.terms',
      'issues.archive',
      'issues.labels',
    ),
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { page, issues, head } = loaderData
  return [
    ...pageMeta(matches, {
      path: page > 1 ? `/newsletter?page=${page}` : '/newsletter',
      title: head.title,
      description: head.description,
      image: '/share/page/newsletter.png',
      jsonLd: (origin) => [
        breadcrumbs(origin, [{ name: head.name, path: '/newsletter' }]),
        periodicalData(origin, head.name),
        ...(issues.length > 0 ? [issueListData(origin, head.issues, issues)] : []),
      ],
    }),
    feedLink(head.feed),
  ]
}

/** Handles the sign-up form without JavaScript and responds with a page that shows the result. */
export async function action({ request, context }: Route.ActionArgs) {
  const fields = Object.fromEntries(await request.formData())
  const typed = { email: text(fields.email), firstName: text(fields.first_name), lastName: text(fields.last_name) }
  const t = pageTranslator(context)
  const input = subscribeBodySchema.safeParse(fields)
  if (!input.success) {
    const [issue = { message: 'subscribers.errors.form' }] = input.error.issues
    return data({ ...typed, isRefused: true, detail: translateError(t, issue) }, { status: 400 })
  }
  const form = signUpFormOf(request.headers.get('referer'), request.headers.get('host'))
  try {
    await context.get(servicesContext).subscribers.subscribe(input.data, {
      // The form posts to this page from wherever it is.
      form: form === 'api' ? 'page' : form,
      clientAddress: clientAddressOf(request),
      locale: context.get(localeContext),
    })
  } catch (error) {
    if (!isAppError(error)) throw error
    const headers: HeadersInit =
      error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }
    const detail = translateError(t, error)
    return data({ ...typed, isRefused: error.status === 400, detail }, { status: error.status, headers })
  }
  return redirect('/newsletter?state=done', 303)
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

/** Newsletter page with the sign-up form and the archive. */
export default function ArchivePage({
  loaderData: { state, issues, total, page, pageCount, isTracked },
  actionData,
}: Route.ComponentProps) {
  const t = useTranslations('subscribers.page')
  if (state) return <StateNotice state={state} />
  return (
    <main id="content" tabIndex={-1}>
      <PageHero figure="newsletter" kicker={t('kicker')} title={t('title')} lead={t('lead')} />
      <div className="wrap grid gap-10 pb-16 md:pb-24 lg:grid-cols-12">
        <div className="lg:col-span-6 lg:col-start-3">
          <SignUpForm isTracked={isTracked} refused={actionData} />
        </div>
        <SignUpTerms className="lg:col-span-3 lg:col-start-10" />
      </div>
      <IssueList issues={issues} total={total} page={page} pageCount={pageCount} />
    </main>
  )
}

function StateNotice({ state }: { state: 'done' | 'erased' }) {
  const t = useTranslations('subscribers.page')
  return (
    <NoticePage
      figure="newsletter"
      kicker={t('title')}
      title={state === 'done' ? t('done') : t('erased')}
      actions={<ButtonLink to="/">{t('home')}</ButtonLink>}
    >
      {state === 'done'
        ? t.rich('doneText', { together: (words) => <span className="whitespace-nowrap">{words}</span> })
        : t('erasedText')}
    </NoticePage>
  )
}

function text(value: FormDataEntryValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
