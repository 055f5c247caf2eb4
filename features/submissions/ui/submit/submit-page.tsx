import type { PageHandle } from '#shared/page-handle.ts'
import { problems } from '#features/submissions/problems.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { PageHero } from '#ui/page-hero.tsx'
import { pageMeta } from '#ui/page-meta.ts'
import type { Route } from './+types/submit-page.ts'
import { SubmissionForm } from './submission-form.tsx'

export const handle: PageHandle = {
  cache: 'public',
  search: { problem: Object.keys(problems) },
  sitemap: () => ({
    title: 'Submit your music',
    summary: 'Submit a track to Swade Radio and follow its status.',
  }),
  shareImages: { submit: { title: 'Submit your music', kicker: 'Swade Radio' } },
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    path: '/submit',
    title: 'Submit your music',
    description:
      'Submit your track to Swade Radio: an MP3 of up to 20 MB, a few details, and a private page to follow its status.',
    image: '/share/page/submit.png',
    jsonLd: (origin) => [breadcrumbs(origin, [{ name: 'Submit your music', path: '/submit' }])],
  })
}

/** The form on a page of its own: for a link, and for browsers without script. */
export default function SubmitPage() {
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="submit"
        kicker="Swade Radio"
        title="Submit your music"
        lead="Send us your track. Automatic checks run first, then a person listens and decides. Follow its status on a private page until it is on air."
      />
      <div className="border-t border-groove">
        <div className="wrap grid py-12 md:py-20 lg:grid-cols-12">
          <div className="border border-groove bg-plate-raised p-6 md:p-8 lg:col-span-7 lg:col-start-3">
            <SubmissionForm />
          </div>
        </div>
      </div>
    </main>
  )
}
