import { data, Form, redirect, useNavigation } from 'react-router'
import { servicesContext } from '#shared/services.ts'
import { buttonClass, ButtonLink } from '#ui/button.tsx'
import { PageHero } from '#ui/page-hero.tsx'
import { pageTitle } from '#ui/page-meta.ts'
import type { Route } from './+types/open-book-page.ts'
import { FindForm } from './find-form.tsx'

export const meta = () => [{ title: pageTitle('Open my book') }, { name: 'robots', content: 'noindex' }]

type Link = { state: 'open' | 'closed'; title: string; bookId: string } | { state: 'revoked' | 'unknown' }

const statuses = { open: 200, closed: 410, revoked: 410, unknown: 404 }

/** Loading the page changes nothing, because mail programs open links, too. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await context.get(servicesContext).checkout.findLink(params.token)
  const link: Link = !found
    ? { state: 'unknown' }
    : found.isRevoked
      ? { state: 'revoked' }
      : { state: found.isOpen ? 'open' : 'closed', title: found.title, bookId: found.bookId }
  return data(link, { status: statuses[link.state] })
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { checkout } = context.get(servicesContext)
  const opened = await checkout.redeemLink(params.token, request.headers.get('cookie') ?? undefined)
  // The loader explains why the link gave no access.
  if (!opened) return data(null, { status: 410 })
  return redirect(`/book/${opened.bookId}/read`, { status: 303, headers: { 'set-cookie': opened.setCookie } })
}

/** Page of a personal link; a click adds the book to this browser. */
export default function OpenBookPage({ loaderData: link }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle'
  if (link.state === 'open') {
    return (
      <main id="content" tabIndex={-1}>
        <PageHero
          figure={link.bookId}
          kicker="Your book"
          title={link.title}
          lead="Open the book once to read all of it in this browser from now on. You can do this on all of your devices."
        >
          <Form method="post">
            <button type="submit" disabled={isBusy} className={buttonClass('primary')}>
              Open my book
            </button>
          </Form>
        </PageHero>
      </main>
    )
  }
  if (link.state === 'closed') {
    return (
      <main id="content" tabIndex={-1}>
        <PageHero
          figure={link.bookId}
          kicker="No access"
          title="You no longer have access to this book"
          lead={`The payment for ${link.title} was refunded or is disputed, so this link does not open the book right now. If that is a mistake, email us your order code.`}
        >
          <ButtonLink to={`/book/${link.bookId}`}>Go to the book</ButtonLink>
        </PageHero>
      </main>
    )
  }
  return (
    <main id="content" tabIndex={-1}>
      <PageHero
        figure="books"
        kicker={link.state === 'revoked' ? 'Replaced' : 'Not found'}
        title={link.state === 'revoked' ? 'This link was replaced' : 'Link not found'}
        lead={
          link.state === 'revoked'
            ? 'The email address of the order was changed, and a new link was sent to the new address.'
            : 'The link may be incomplete. Open it again from your email, or request a new one.'
        }
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
