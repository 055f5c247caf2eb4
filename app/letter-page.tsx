import { data } from 'react-router'
import { servicesContext } from '#shared/services.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { pageMeta, pageTitle } from '#ui/page-meta.ts'
import { letterPath, letterShareImage } from '#features/issues/contract.ts'
import { NewsletterSection } from '#features/subscribers/ui/newsletter-section.tsx'
import type { Route } from './+types/letter-page.ts'
import { LetterHero } from '#features/issues/ui/archive/letter-hero.tsx'
import { LetterNeighbours } from '#features/issues/ui/archive/letter-neighbours.tsx'
import { LetterParts } from '#features/issues/ui/archive/letter-parts.tsx'
import { LetterText } from '#features/issues/ui/archive/letter-text.tsx'
import { letterData, feedLink } from '#features/issues/ui/archive/structured-data.ts'

export const handle: PageHandle = {
  cache: 'public',
  has: ({ letterArchive }, slug) => letterArchive.find(slug) !== undefined,
  renamed: { list: ({ letterArchive }) => letterArchive.list() },
  sitemap: ({ letterArchive }) =>
    letterArchive
      .list()
      .map(({ slug, title, summary, sentAt }) => ({ path: letterPath(slug), title, summary, changedAt: sentAt })),
  shareKind: {
    kind: 'letter',
    words({ letterArchive }, slug) {
      const letter = letterArchive.find(slug)
      return (
        letter && {
          title: letter.title,
          kicker: letter.number > 0 ? `The Friday newsletter, no. ${letter.number}` : 'The Friday newsletter',
        }
      )
    },
  },
  figures: ['newsletter-not-found'],
  hasFigure: ({ letterArchive }, slug) => letterArchive.find(slug) !== undefined,
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const letter = await context.get(servicesContext).letterArchive.read(params.slug)
  return data({ letter }, { status: letter ? 200 : 404 })
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const letter = loaderData?.letter
  if (!letter) return [{ title: pageTitle('Issue Not Found') }, { name: 'robots', content: 'noindex' }]
  return [
    ...pageMeta(matches, {
      path: letterPath(letter.slug),
      title: letter.title,
      description: letter.summary,
      image: letterShareImage(letter.slug),
      type: 'article',
      jsonLd: (origin) => [
        letterData(origin, letter),
        breadcrumbs(origin, [
          { name: 'The Friday newsletter', path: '/newsletter' },
          { name: letter.title, path: letterPath(letter.slug) },
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
export default function LetterPage({ loaderData: { letter } }: Route.ComponentProps) {
  if (!letter) return <LetterNotFound />
  return (
    <main id="content" tabIndex={-1}>
      <article>
        <LetterHero letter={letter} />
        {/* There even where a letter has neither: the hero waits for its neighbour. */}
        <div>
          <LetterText html={letter.html} />
          <LetterParts letter={letter} />
        </div>
      </article>
      <LetterNeighbours older={letter.older} newer={letter.newer} />
      <NewsletterSection />
    </main>
  )
}

function LetterNotFound() {
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
