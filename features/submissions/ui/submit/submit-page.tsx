import { useTranslations } from 'use-intl/react'
import { pageMessages, pageTranslator } from '#shared/messages.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { problems } from '#features/submissions/problems.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { PageHero } from '#ui/page-hero.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import type { Route } from './+types/submit-page.ts'
import { formMessages } from './form-messages.ts'
import { SubmissionForm } from './submission-form.tsx'

export const handle: PageHandle = {
  cache: 'public',
  appShortcut: 'site.app.submit',
  search: { problem: Object.keys(problems) },
  sitemap: () => ({
    title: 'Submit your music',
    summary: 'Submit a track to [siteName] Radio and follow its status.',
  }),
  shareImages: { submit: { title: 'Submit your music', kicker: '[siteName] Radio' } },
}

export function loader({ context }: Route.LoaderArgs) {
  const t = pageTranslator(context)
  return {
    head: { title: t('submissions.page.title'), description: t('submissions.page.description') },
    ...pageMessages(context, 'submissions.page', ...formMessages),
  }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const { title, description } = loaderData.head
  return pageMeta(matches, {
    path: '/submit',
    title,
    description,
    image: '/share/page/submit.png',
    jsonLd: (origin) => [breadcrumbs(origin, [{ name: title, path: '/submit' }])],
  })
}

/** The form on a separate page, for links and for browsers without script. */
export default function SubmitPage() {
  const t = useTranslations('submissions.page')
  const tForm = useTranslations('submissions.form')
  return (
    <main id="content" tabIndex={-1}>
      <PageHero figure="submit" kicker={tForm('kicker')} title={t('title')} lead={t('lead')} />
      <div className="border-t border-groove">
        <div className="wrap grid gap-x-8 py-12 md:py-20 lg:grid-cols-12">
          <div className="border border-groove bg-plate-raised p-6 md:p-8 lg:col-span-7 lg:col-start-3">
            <SubmissionForm />
          </div>
        </div>
      </div>
    </main>
  )
}
