import { data, redirect } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { pageMessages, pageTranslator } from '#shared/messages.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { servicesContext } from '#shared/services.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { unlistedMeta } from '#ui/page-meta.ts'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import type { LinkedBook } from '#features/checkout/contract.ts'
import type { Route } from './+types/open-book-page.ts'
import { FindForm } from './find-form.tsx'

export const handle: PageHandle = { isTranslated: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => unlistedMeta(matches, loaderData?.head ?? '')

type Link =
  | { state: 'open'; title: string }
  | {
      state: 'closed'
      title: string
      bookPath: string | undefined
      by: NonNullable<LinkedBook['closedBy']>
      isTest: boolean
    }
  | { state: 'revoked' | 'unknown' }

const statuses = { open: 200, closed: 410, revoked: 410, unknown: 404 }

/** Loading the page changes nothing, because mail programs open links too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { checkout, books, site } = context.get(servicesContext)
  // The page of a book that was removed from the library is shown to its buyers only.
  const link = stateOf(await checkout.findLink(params.token), (id) => books.find(id) !== undefined)
  const head = pageTranslator(context)('checkout.head.open')
  const texts = pageMessages(context, 'checkout.open', 'checkout.find')
  return data({ link, head, supportEmail: site.supportEmail, ...texts }, { status: statuses[link.state] })
}

function stateOf(found: LinkedBook | undefined, isListed: (bookId: string) => boolean): Link {
  if (!found) return { state: 'unknown' }
  const { title, bookId, closedBy: by, isRevoked, isTest } = found
  if (isRevoked) return { state: 'revoked' }
  if (!by) return { state: 'open', title }
  return { state: 'closed', title, bookPath: isListed(bookId) ? `/book/${bookId}` : undefined, by, isTest }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { checkout } = context.get(servicesContext)
  const opened = await checkout.redeemLink(params.token, request.headers.get('cookie') ?? undefined)
  // The loader explains why the link gave no access.
  if (!opened) return data(null, { status: 410 })
  return redirect(`/book/${opened.bookId}/read`, { status: 303, headers: { 'set-cookie': opened.setCookie } })
}

/** Page of a personal link; a click adds the book to this browser. */
export default function OpenBookPage({ loaderData: { link, supportEmail } }: Route.ComponentProps) {
  const t = useTranslations('checkout.open')
  if (link.state === 'open') {
    return (
      <main id="content" tabIndex={-1}>
        <PageHero figure="books" kicker={t('kicker')} title={link.title} lead={t('lead')}>
          <PostForm preventScrollReset={false}>
            <SubmitButton variant="primary">{t('open')}</SubmitButton>
          </PostForm>
        </PageHero>
      </main>
    )
  }
  if (link.state === 'closed') {
    return (
      <main id="content" tabIndex={-1}>
        <PageHero
          figure="books"
          kicker={t('closedKicker')}
          title={t('closed')}
          lead={t('closedLead', {
            by: link.by,
            kind: link.isTest ? 'test' : 'real',
            title: link.title,
            supportEmail,
          })}
        >
          {link.bookPath ? <ButtonLink to={link.bookPath}>{t('toBook')}</ButtonLink> : null}
        </PageHero>
      </main>
    )
  }
  const isReplaced = link.state === 'revoked'
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="books"
        kicker={t(isReplaced ? 'replacedKicker' : 'unknownKicker')}
        title={t(isReplaced ? 'replaced' : 'unknown')}
        lead={t(isReplaced ? 'replacedLead' : 'unknownLead')}
      />
      <div className="border-t border-groove">
        <div className="wrap grid py-12 md:py-20 lg:grid-cols-12">
          <div className="lg:col-span-6 lg:col-start-3">
            <FindForm answer={undefined} />
          </div>
        </div>
      </div>
    </main>
  )
}
