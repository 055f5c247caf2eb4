import { data } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { pageMessages, pageTranslator } from '#shared/messages.ts'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { pageMeta, unlistedMeta } from '#ui/page-meta.ts'
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
    text({ issueArchive }, slug) {
      const issue = issueArchive.find(slug)
      return (
        issue && {
          title: issue.title,
          kicker: issue.number > 0 ? `The Friday newsletter, no. ${issue.number}` : 'The Friday newsletter',
        }
      )
    },
  },
  figures: ['newsletter-not-found'],
  hasFigure: ({ issueArchive }, slug) => issueArchive.find(slug) !== undefined,
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { issueArchive, newsletterTerms } = context.get(servicesContext)
  const issue = await issueArchive.read(params.slug)
  const t = pageTranslator(context)
  return data(
    {
      issue,
      isTracked: newsletterTerms.current().isTracked,
      head: {
        newsletter: t('issues.head.newsletter'),
        notFound: t('issues.head.notFound'),
        feed: t('issues.feed'),
      },
      ...pageMessages(
        context,
        'issues.page',
        'issues.labels',
        'subscribers.section',
        'subscribers.form',
        'subscribers.terms',
      ),
    },
    { status: issue ? 200 : 404 },
  )
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { issue, head } = loaderData
  if (!issue) return unlistedMeta(matches, head.notFound)
  return [
    ...pageMeta(matches, {
      path: issuePath(issue.slug),
      title: issue.title,
      description: issue.summary,
      image: issueShareImage(issue.slug),
      type: 'article',
      jsonLd: (origin, siteName) => [
        issueData({ origin, siteName, newsletter: head.newsletter }, issue),
        breadcrumbs(origin, [
          { name: head.newsletter, path: '/newsletter' },
          { name: issue.title, path: issuePath(issue.slug) },
        ]),
      ],
    }),
    { property: 'article:published_time', content: issue.sentAt },
    feedLink(head.feed),
    // Opens only for the recipients of the issue.
    ...(issue.number === 0 ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

/** Shows one issue to everyone: no recipient's name, and nothing is tracked. */
export default function IssuePage({ loaderData: { issue, isTracked } }: Route.ComponentProps) {
  if (!issue) return <IssueNotFound />
  return (
    <main id="content" tabIndex={-1}>
      <article>
        <IssueHero issue={issue} />
        {/* There even where an issue has neither: the hero waits for its neighbour. */}
        <div>
          <IssueText html={issue.html} />
          <IssueParts issue={issue} />
        </div>
      </article>
      <IssueNeighbours older={issue.older} newer={issue.newer} />
      <NewsletterSection isTracked={isTracked} />
    </main>
  )
}

function IssueNotFound() {
  const t = useTranslations('issues.page')
  return (
    <NoticePage
      figure="newsletter-not-found"
      kicker="404"
      title={t('notFound')}
      actions={
        <ButtonLink to="/newsletter" variant="primary">
          {t('all')}
        </ButtonLink>
      }
    >
      {t('notFoundText')}
    </NoticePage>
  )
}
