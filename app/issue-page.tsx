import { data } from 'react-router'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { pageMeta, pageTitle } from '#ui/page-meta.ts'
import { issuePath, issueShareImage } from '#features/issues/contract.ts'
import { NewsletterSection } from '#features/subscribers/ui/newsletter-section.tsx'
import type { Route } from './+types/issue-page.ts'
import { IssueHero } from '#features/issues/ui/archive/issue-hero.tsx'
import { IssueNeighbours } from '#features/issues/ui/archive/issue-neighbours.tsx'
import { IssueParts } from '#features/issues/ui/archive/issue-parts.tsx'
import { IssueText } from '#features/issues/ui/archive/issue-text.tsx'
import { issueData, feedLink } from '#features/issues/ui/archive/structured-data.ts'

export const handle: PageHandle = {
  cache: 'public',
  has: ({ issueArchive }, slug) => issueArchive.find(slug) !== undefined,
  renamed: { list: ({ issueArchive }) => issueArchive.list() },
  sitemap: ({ issueArchive }) =>
    issueArchive
      .list()
      .map(({ slug, title, summary, sentAt }) => ({ path: issuePath(slug), title, summary, changedAt: sentAt })),
  shareKind: {
    kind: 'letter',
    words({ issueArchive }, slug) {
      const letter = issueArchive.find(slug)
      return (
        letter && {
          title: letter.title,
          kicker: letter.number > 0 ? `The Friday newsletter, no. ${letter.number}` : 'The Friday newsletter',
        }
      )
    },
  },
  figures: ['newsletter-not-found'],
  hasFigure: ({ issueArchive }, slug) => issueArchive.find(slug) !== undefined,
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const letter = await context.get(servicesContext).issueArchive.read(params.slug)
  return data({ letter }, { status: letter ? 200 : 404 })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const letter = loaderData?.letter
  if (!letter) return [{ title: pageTitle('Issue Not Found') }, { name: 'robots', content: 'noindex' }]
  return [
    ...pageMeta(matches, {
      path: issuePath(letter.slug),
      title: letter.title,
      description: letter.summary,
      image: issueShareImage(letter.slug),
      type: 'article',
      jsonLd: (origin) => [
        issueData(origin, letter),
        breadcrumbs(origin, [
          { name: 'The Friday newsletter', path: '/newsletter' },
          { name: letter.title, path: issuePath(letter.slug) },
        ]),
      ],
    }),
    { property: 'article:published_time', content: letter.sentAt },
    feedLink,
    // Its readers alone were led here.
    ...(letter.number === 0 ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

/** One letter as everybody may read it: nobody's name in it, and nothing counted. */
export default function IssuePage({ loaderData: { letter } }: Route.ComponentProps) {
  if (!letter) return <IssueNotFound />
  return (
    <main id="content" tabIndex={-1}>
      <article>
        <IssueHero letter={letter} />
        {/* There even where a letter has neither: the hero waits for its neighbour. */}
        <div>
          <IssueText html={letter.html} />
          <IssueParts letter={letter} />
        </div>
      </article>
      <IssueNeighbours older={letter.older} newer={letter.newer} />
      <NewsletterSection />
    </main>
  )
}

function IssueNotFound() {
  return (
    <NoticePage
      figure="newsletter-not-found"
      kicker="404"
      title="Issue Not Found"
      actions={
        <ButtonLink to="/newsletter" variant="primary">
          All issues
        </ButtonLink>
      }
    >
      There is no issue at this address. The address may be mistyped, or the issue has not been sent yet.
    </NoticePage>
  )
}
